/** What was said in a call, turn by turn, with the delay of each answer. */
import type { Delays, Entry } from "@ongea/contract";
import { plainAnswer } from "../ui/plain-facts.ts";
import { useWords } from "../words/index.ts";
import { sentencesIn } from "./as-sentence.ts";
import { clock, lengthClock } from "./clock.ts";
import { cutMark } from "./cut-mark.ts";
import { Guarded } from "./guarded.tsx";

const SAID = ["turn", "tool", "failure", "transfer", "whisper", "recording", "form", "held", "corrected"] as const;
type Kept = Extract<Entry, { kind: (typeof SAID)[number] }>;

interface SaidProps {
  entries: readonly Entry[];
  partial?: string;
  /** The agent's words so far, while it says them. */
  saying?: string;
  /** The call goes on: whose turn was cut last was spoken over, in words that are not known yet. */
  isLive?: boolean;
  /** Where the recording is, ms. */
  nowMs?: number;
  goTo?: (ms: number) => void;
}

export function CallTranscript({ entries, partial = "", saying = "", isLive = false, nowMs, goTo }: SaidProps): React.ReactNode {
  const words = useWords();
  const kept = entries
    .filter((entry): entry is Kept => SAID.some((kind) => kind === entry.kind && (kind !== "recording" || "text" in entry)))
    .toSorted((a, b) => startOf(a) - startOf(b));
  const asSentence = sentencesIn(kept);
  return (
    <ol className="said">
      {kept.map((entry, index) => (
        <li key={index} className={classOf(entry, nowMs)}>
          <time>
            {goTo ? (
              <button
                type="button"
                className="at"
                onClick={() => goTo(startOf(entry))}
                aria-label={words.say("calls.play_from", { clock: clock(startOf(entry)) })}
              >
                {clock(startOf(entry))}
              </button>
            ) : (
              clock(startOf(entry))
            )}
          </time>
          <span className="yarn" aria-hidden="true" />
          <Line entry={entry} asSentence={asSentence} mark={cutMark(kept.slice(index + 1), isLive)} />
          {entry.kind === "turn" && entry.delays && <Delay delays={entry.delays} />}
        </li>
      ))}
      {saying !== "" && (
        <li className="assistant" aria-hidden="true">
          <time />
          <span className="yarn" />
          <p className="unsaid">
            <bdi>{saying}</bdi> …
          </p>
        </li>
      )}
      {partial !== "" && (
        <li className="caller" aria-hidden="true">
          <time />
          <span className="yarn" />
          <p className="unsaid">
            <bdi>{asSentence(partial)}</bdi> …
          </p>
        </li>
      )}
    </ol>
  );
}

/** By the trunk itself: what followed went by without us. */
const REFER = "SIP REFER";

interface LineProps {
  entry: Kept;
  asSentence: (text: string) => string;
  /** Where its turn was cut. */
  mark: ReturnType<typeof cutMark>;
}

function Line({ entry, asSentence, mark }: LineProps): React.ReactNode {
  const words = useWords();
  if (entry.kind === "tool") {
    const result = plainAnswer(entry.result);
    return (
      <p className="code" dir="ltr">
        {entry.name} <span className="unsaid">→ {entry.ok ? result : words.say("calls.tool_failed", { result })}</span>
      </p>
    );
  }
  if (entry.kind === "transfer") {
    const { to, startMs, endMs } = entry;
    const talked = { who: entry.by ?? to, to, clock: lengthClock(endMs - startMs) };
    return (
      <p>
        {words.say(entry.by === undefined ? "calls.put_through" : "calls.taken_over", talked)}{" "}
        {entry.how === "refer" && <span className="note">{REFER}</span>}
      </p>
    );
  }
  if (entry.kind === "whisper") {
    return (
      <p>
        <span className="note">{words.say("calls.whispered", { who: entry.by })}</span> <bdi>{entry.text}</bdi>
      </p>
    );
  }
  if (entry.kind === "form" || entry.kind === "held" || entry.kind === "corrected") return <Guarded entry={entry} />;
  if (entry.kind === "recording") {
    return (
      <p>
        <bdi>{entry.text}</bdi>
      </p>
    );
  }
  if (entry.kind === "failure") {
    const recovered = entry.recovery === "none" ? "" : words.say(`calls.${entry.recovery}`);
    return (
      <p>
        {entry.by && <bdi>{entry.by}: </bdi>}
        {entry.problem.message}.{" "}
        <span className="unsaid">
          {recovered} {entry.next && <bdi>→ {entry.next}</bdi>}
        </span>
      </p>
    );
  }
  return (
    <p>
      <span className="visually-hidden">{words.say(`calls.${entry.by}`)}: </span>
      <bdi>{entry.by === "caller" ? asSentence(entry.text) : entry.text}</bdi>
      {entry.cut && mark && <span className="note">{words.say(`calls.${mark}`)}</span>}
      {entry.sources && <span className="source">{words.say("calls.from_sources", { sources: entry.sources.join(", ") })}</span>}
    </p>
  );
}

/** Hear: until the decision; think: until the first clause; speak: until the first sound. */
export function Delay({ delays }: { delays: { [K in keyof Delays]?: Delays[K] | undefined } }): React.ReactNode {
  const words = useWords();
  const { speechEndMs: from, firstSoundMs: to } = delays;
  if (from === undefined || to === undefined) return null;
  const decision = Math.min(to, delays.decisionMs ?? from);
  const clause = Math.min(to, Math.max(decision, delays.firstClauseMs ?? decision));
  const parts = [decision - from, clause - decision, to - clause].map((ms) => Math.max(0, ms));
  const [hear = 0, think = 0, speak = 0] = parts.map(Math.round);
  return (
    <span
      className="delay"
      title={words.say("calls.delay_parts", {
        hear,
        think,
        speak,
        overhead: Math.round(delays.overheadMs ?? 0),
      })}
    >
      <span className="bar" aria-hidden="true" style={{ inlineSize: Math.min(160, (to - from) / 10) }}>
        {parts.map((ms, index) => (
          <span key={index} style={{ flex: ms }} />
        ))}
      </span>
      {words.say("calls.answered_in", { seconds: ((to - from) / 1_000).toFixed(to - from < 950 ? 2 : 1) })}
    </span>
  );
}

function startOf(entry: Kept): number {
  return "startMs" in entry ? entry.startMs : entry.atMs;
}

function classOf(entry: Kept, nowMs: number | undefined): string {
  const kind =
    entry.kind === "turn" ? entry.by : entry.kind === "recording" ? "assistant" : entry.kind === "failure" ? "trouble" : "tool";
  const isNow = nowMs !== undefined && entry.kind === "turn" && nowMs >= entry.startMs && nowMs < entry.endMs;
  return isNow ? `${kind} now` : kind;
}
