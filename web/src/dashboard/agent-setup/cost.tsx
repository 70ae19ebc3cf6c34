/** What a minute with this agent costs, about, in its parts: by the providers that its next call would be lent. */
import { type AgentDocument, estimateAgent, type CostEstimate } from "@ongea/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { server } from "../../server.ts";
import { useDollars } from "../../shell/money.ts";
import { useSettled } from "../../ui/use-settled.ts";
import { useWords } from "../../words/index.ts";

export function Cost({ document }: { document: AgentDocument }): React.ReactNode {
  const words = useWords();
  const dollars = useDollars();
  const shown = unnamed(useSettled(document));
  const estimate = useQuery({
    queryKey: ["agent-estimate", shown],
    queryFn: () => server.call(estimateAgent, { body: { document: shown } }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 30_000,
  });
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

/** What a minute costs does not hang on the name, which may be empty while somebody writes it. */
function unnamed(document: AgentDocument): AgentDocument {
  const { agent_config: config, ...rest } = document;
  return { ...rest, agent_config: { ...config, agent_name: "-" } };
}
