/** What a minute with this agent costs, about, in its parts: by the providers that its next call would be lent. */
import type { AgentDocument, CostEstimate } from "@ongea/contract";
import { useDollars } from "../../shell/money.ts";
import { useWords } from "../../words/index.ts";
import { useEstimate } from "./estimate.ts";

export function Cost({ document }: { document: AgentDocument }): React.ReactNode {
  const words = useWords();
  const dollars = useDollars();
  const estimate = useEstimate(document);
  const { data } = estimate;
  return (
    <section className="test-call" aria-label={words.say("agents.cost")}>
      <h2>{words.say("agents.cost")}</h2>
      {estimate.isError && !data && <p className="hint">{words.say("agents.cost_unreachable")}</p>}
      {data && (
        <>
          <p>{words.say("agents.cost_minute", { amount: dollars(data.total_usd) })}</p>
          <dl className="cost-parts">
            {data.parts.map((part) => (
              <Part key={part.part} part={part} dollars={dollars} />
            ))}
          </dl>
          <p className="hint">{words.say("agents.cost_note")}</p>
        </>
      )}
    </section>
  );
}

function Part({ part, dollars }: { part: CostEstimate["parts"][number]; dollars: (usd: number) => string }): React.ReactNode {
  const words = useWords();
  const from =
    part.as_of === null ? undefined : words.say("agents.cost_source", { date: words.day(part.as_of), by: part.by ?? "" });
  return (
    <>
      <dt title={from}>{words.say(part.part === "platform" ? "agents.cost_platform" : `agents.tab_${part.part}`)}</dt>
      <dd>{part.usd === null ? words.say("agents.cost_unknown", { by: part.by ?? "" }) : dollars(part.usd)}</dd>
    </>
  );
}
