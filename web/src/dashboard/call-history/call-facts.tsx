/** What a call cost, how long its answers took, how it ended. */
import { lateWordsMs, MISSED_CALL_REASONS, type ExecutionDetail, type MissedCall } from "@ongea/contract";
import { endedBy, endedWhy } from "../../call/how-it-ended.ts";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { useMoney } from "../../shell/money.ts";
import { refusalWords } from "../../ui/refusal-words.ts";
import { useWords } from "../../words/index.ts";

export function CallFacts({ call, duration }: { call: ExecutionDetail; duration: string }): React.ReactNode {
  const words = useWords();
  const money = useMoney();
  const { transcriber, llm, synthesizer, platform, network } = call.cost_breakdown;
  const answers = answerTimes(call);
  const lateMs = lateWordsMs(call.journal.filter((entry) => entry.kind === "turn"));
  const late = lateMs === undefined ? undefined : Math.round(lateMs / 100) / 10;
  const { call_type: direction, to_number: to, from_number: from } = call.telephony_data;
  const person = direction === "inbound" ? from : to;
  const [by, why] = [endedBy(call.telephony_data, words), endedWhy(call.telephony_data, words)];
  const dollars = (cents: number): string => money(cents, "USD");
  const ms = (value: number): string => words.say("history.milliseconds", { ms: words.number(value) });
  return (
    <div className="facts">
      <Facts title={words.say("history.cost_title")}>
        <Fact name={words.say("history.transcriber")} value={dollars(transcriber)} />
        <Fact name={words.say("history.llm")} value={dollars(llm)} />
        <Fact name={words.say("history.voice")} value={dollars(synthesizer)} />
        <Fact name={words.say("history.platform")} value={dollars(platform)} />
        {network > 0 && <Fact name={words.say("history.telephony")} value={dollars(network)} />}
        <Fact name={words.say("history.total")} value={dollars(call.total_cost)} strong />
      </Facts>
      {answers.length > 0 && (
        <Facts
          title={words.say("history.answers")}
          note={late === undefined ? undefined : words.say("history.words_late", { seconds: words.number(late) })}
        >
          <Fact name={words.say("history.median")} value={ms(median(answers))} />
          <Fact name={words.say("history.slowest")} value={ms(Math.max(...answers))} />
        </Facts>
      )}
      <Facts title={words.say("history.call")}>
        <Fact name={words.say("history.duration")} value={duration} />
        <Fact name={words.say("history.direction")} value={words.say(`history.${direction}`)} />
        {call.missed_call && <Fact name={words.say("history.missed")} value={<MissedAnswer missed={call.missed_call} />} />}
        {person?.startsWith("+") && (
          <Fact
            name={words.say("shell.contact")}
            value={
              <Link className="underline" to={paths.contactOf(person)}>
                {leftToRight(person)}
              </Link>
            }
          />
        )}
        {to && <Fact name={words.say("history.called")} value={leftToRight(to)} />}
        {by && <Fact name={words.say("history.ended_by")} value={by} />}
        {why && <Fact name={words.say("history.reason")} value={why} />}
      </Facts>
    </div>
  );
}

/** How a call that its number rejected was answered, or why not. */
function MissedAnswer({
  missed: { reason, execution_id: callId, thread_id: threadId },
}: {
  missed: MissedCall;
}): React.ReactNode {
  const words = useWords();
  if (reason !== null) {
    const own = MISSED_CALL_REASONS.find((one) => one === reason);
    return own ? words.say(`history.missed_${own}`) : refusalWords(words, reason);
  }
  if (callId === null && threadId === null) return words.say("history.missed_waiting");
  return (
    <Link className="underline" to={callId === null ? paths.thread(threadId ?? "") : paths.call(callId)}>
      {words.say(callId === null ? "history.missed_open_thread" : "history.missed_open_call")}
    </Link>
  );
}

interface FactsProps {
  title: string;
  note?: string | undefined;
  children: React.ReactNode;
}

function Facts({ title, note, children }: FactsProps): React.ReactNode {
  return (
    <section>
      <div className="section-head">
        <h2>{title}</h2>
      </div>
      <dl>{children}</dl>
      {note !== undefined && <p className="hint">{note}</p>}
    </section>
  );
}

/** A phone number keeps its order in every script. */
function leftToRight(number: string): string {
  return `\u2066${number}\u2069`;
}

function Fact({ name, value, strong = false }: { name: string; value: React.ReactNode; strong?: boolean }): React.ReactNode {
  return (
    <div>
      <dt>{strong ? <b className="text-ink">{name}</b> : name}</dt>
      <dd>{strong ? <b>{value}</b> : value}</dd>
    </div>
  );
}

function answerTimes(call: ExecutionDetail): number[] {
  return call.journal.flatMap((entry) => {
    if (entry.kind !== "turn" || entry.delays?.firstSoundMs === undefined || entry.delays.speechEndMs === undefined) return [];
    return [Math.round(entry.delays.firstSoundMs - entry.delays.speechEndMs)];
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
