/** What this agent answers from: every item of the workspace, with a switch that gives it to the agent or takes it back at once. */
import { type KnowledgeItem, listKnowledge, setKnowledgeAgents } from "@ongea/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Empty } from "../../ui/empty.tsx";
import { Older } from "../../ui/older.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { type FurtherArea, useAreas, useWords } from "../../words/index.ts";

const AREAS: readonly FurtherArea[] = ["agents", "knowledge"];
/** As the Knowledge Base remembers it. */
const KNOWLEDGE = ["knowledge"] as const;
const PAGE = 50;
const LOOK_AGAIN_MS = 1_500;

interface KnowledgeTabProps {
  agentId: string | undefined;
  mayChange: boolean;
}

export function KnowledgeTab({ agentId, mayChange }: KnowledgeTabProps): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  const items = useInfiniteQuery({
    queryKey: [...KNOWLEDGE, "list", "of an agent"],
    queryFn: ({ pageParam: cursor }) => server.call(listKnowledge, { query: { limit: PAGE, ...(cursor ? { cursor } : {}) } }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(({ status }) => status === "processing")) ? LOOK_AGAIN_MS : false,
  });
  if (agentId === undefined) return <p className="hint py-4">{words.say("agents.knowledge_after_save")}</p>;
  return (
    <section className="controls" aria-label={words.say("agents.tab_knowledge")}>
      <h2>{words.say("agents.section_knowledge")}</h2>
      <p className="hint">{words.say("agents.knowledge_note")}</p>
      <Older query={items}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={words.say("knowledge.none")}>{words.say("knowledge.none_note")}</Empty>
          ) : (
            rows.map((item) => <Item key={item.id} item={item} agentId={agentId} mayChange={mayChange} />)
          )
        }
      </Older>
      <div className="flex flex-wrap items-center gap-4">
        {mayChange && (
          <Link className="button" to={paths.addKnowledge(agentId)}>
            {words.say("knowledge.add")}
          </Link>
        )}
        <Link className="underline" to={paths.knowledge}>
          {words.say("agents.knowledge_all")}
        </Link>
      </div>
    </section>
  );
}

function Item({ item, agentId, mayChange }: { item: KnowledgeItem; agentId: string; mayChange: boolean }): React.ReactNode {
  const words = useWords();
  const isUsed = item.used_by.includes(agentId);
  const others = item.used_by.filter((id) => id !== agentId);
  const change = useAct({
    act: () =>
      server.call(setKnowledgeAgents, {
        params: { item_id: item.id },
        body: { agents: isUsed ? others : [...others, agentId] },
      }),
    changes: [KNOWLEDGE],
  });
  return (
    <div>
      <label className="control">
        <span>
          <b className="block font-semibold [overflow-wrap:anywhere]">{item.title}</b>
          <small className="block text-ink-2">
            {words.say(`knowledge.${item.type}`)} · {words.say(`knowledge.${item.status}`)}
          </small>
        </span>
        <input
          type="checkbox"
          role="switch"
          className="switch"
          disabled={!mayChange || change.busy}
          checked={isUsed}
          onChange={() => change.do()}
        />
      </label>
      <ProblemLine>{change.problem}</ProblemLine>
    </div>
  );
}
