/** What a call cost, how long its answers took, how it ended. */
import type { ExecutionDetail } from "@ongea/contract";
import { money } from "../../ui/times.ts";

export function CallFacts({ call, duration }: { call: ExecutionDetail; duration: string }): React.ReactNode {
  const { transcriber, llm, synthesizer, platform, network } = call.cost_breakdown;
  const answers = answerTimes(call);
  return (
    <div className="facts">
      <section>
        <div className="section-head">
          <h2>Cost</h2>
        </div>
        <dl>
          <Fact name="Transcriber" value={money(transcriber, 4)} />
          <Fact name="LLM" value={money(llm, 4)} />
          <Fact name="Voice" value={money(synthesizer, 4)} />
          <Fact name="Platform" value={money(platform, 4)} />
          {network > 0 && <Fact name="Telephony" value={money(network, 4)} />}
          <Fact name="Total" value={money(call.total_cost, 4)} strong />
        </dl>
      </section>
      {answers.length > 0 && (
        <section>
          <div className="section-head">
            <h2>Answers</h2>
          </div>
          <dl>
            <Fact name="Median, end of speech to sound" value={`${median(answers)} ms`} />
            <Fact name="Slowest" value={`${Math.max(...answers)} ms`} />
          </dl>
        </section>
      )}
      <section>
        <div className="section-head">
          <h2>Call</h2>
        </div>
        <dl>
          <Fact name="Duration" value={duration} />
          <Fact name="Direction" value={call.telephony_data.call_type} />
          {call.telephony_data.to_number && <Fact name="Called" value={call.telephony_data.to_number} />}
          {call.telephony_data.hangup_by && <Fact name="Ended by" value={call.telephony_data.hangup_by} />}
          {call.telephony_data.hangup_reason && (
            <Fact name="Reason" value={call.telephony_data.hangup_reason.replaceAll("_", " ")} />
          )}
        </dl>
      </section>
    </div>
  );
}

function Fact({ name, value, strong = false }: { name: string; value: string; strong?: boolean }): React.ReactNode {
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
