/** What an assistant knows about a question. */
import type { KnowledgePassage, ToolOutcome } from "@ongea/conversation";
import { namedKnowledge } from "../documents/named-knowledge.ts";
import type { IndexedPassage, RetrievalQuery, Retrieval } from "../../knowledge/index.ts";
import type { StoredAgent } from "../documents/store.ts";

/** Answers a media thread that asks for passages. */
export async function findKnowledge(
  question: string,
  agent: Pick<StoredAgent, "id" | "workspaceId" | "document">,
  retrieval: Retrieval | undefined,
  used: RetrievalQuery["used"],
): Promise<ToolOutcome> {
  if (!retrieval) return { ok: true, result: "[]" };
  const { id, workspaceId } = agent;
  const { named, most } = namedKnowledge(agent);
  const known = { id, named };
  if (question === "") return { ok: true, result: JSON.stringify((await retrieval.whole(workspaceId, known)).map(wirePassage)) };
  const found = await retrieval.find({ workspaceId, question, most, agent: known, used });
  return { ok: true, result: JSON.stringify(found.map(wirePassage)) };
}

function wirePassage({ itemId, position, title, page, lastPage, text }: IndexedPassage): KnowledgePassage {
  const pages = page === lastPage ? `${page}` : `${page}–${lastPage}`;
  return { id: `${itemId}#${position}`, source: page === null ? title : `${title}, p. ${pages}`, text };
}
