/** How long a batch will take and what it will cost, before anybody is called. */
import { estimateBatch, FEWEST_FOR_ESTIMATE } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { server } from "../../server.ts";
import { useMoney } from "../../shell/money.ts";
import { useWords, type Words } from "../../words/index.ts";
import { BATCHES } from "./keys.ts";

const MINUTE_S = 60;
const HOUR_S = 3_600;

export function Estimate({ agentId, contacts }: { agentId: string; contacts: number }): React.ReactNode {
  const words = useWords();
  const money = useMoney();
  const { data } = useQuery({
    queryKey: [...BATCHES, "estimate", agentId, contacts],
    queryFn: () => server.call(estimateBatch, { query: { agent_id: agentId, contacts } }),
    enabled: contacts > 0,
  });
  if (!data || contacts === 0) return null;
  const { calls, seconds, total_cost: cost } = data;
  if (seconds === null || cost === null)
    return <p className="hint">{words.say("batches.estimate_none", { calls: words.number(FEWEST_FOR_ESTIMATE) })}</p>;
  return (
    <p>
      <b>{words.say("batches.estimate", { time: timeOf(seconds, words), cost: money(cost, "USD") })}</b>
      <small className="hint block">{words.say("batches.estimate_note", { calls: words.number(calls) })}</small>
    </p>
  );
}

/** To the minute; hours where there are many. */
export function timeOf(seconds: number, words: Words): string {
  const minutes = Math.max(1, Math.round(seconds / MINUTE_S));
  if (seconds < HOUR_S) return words.say("batches.minutes", { minutes: words.number(minutes) });
  const hours = Math.floor(minutes / MINUTE_S);
  return words.say("batches.hours", { hours: words.number(hours), minutes: words.number(minutes % MINUTE_S) });
}
