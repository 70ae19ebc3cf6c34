import { bodyBytes } from "../../platform/http/body-bytes.ts";
import {
  addKnowledge,
  changeEmbedding,
  deleteKnowledge,
  listEmbeddings,
  listKnowledge,
  listKnowledgePassages,
  readKnowledge,
  readKnowledgeFigures,
  retryKnowledge,
  searchKnowledge,
  setKnowledgeAgents,
  uploadKnowledge,
} from "@ongea/contract";
import type { Http } from "../../platform/http/http.ts";
import { serve } from "../../platform/http/serve.ts";
import type { KnowledgeActs } from "./acts.ts";
import type { Knowledge } from "./knowledge.ts";

export function knowledgeRoutes(app: Http, knowledge: Knowledge, acts: KnowledgeActs): void {
  serve(app, listKnowledge, async ({ query }, { principal }) => knowledge.list(principal.workspaceId, query));
  serve(app, readKnowledgeFigures, async (_, { principal }) => knowledge.figures(principal.workspaceId));
  serve(app, readKnowledge, async ({ params }, { principal }) =>
    knowledge.read({ id: params.item_id, workspaceId: principal.workspaceId }),
  );
  serve(app, listKnowledgePassages, async ({ params, query }, { principal }) =>
    knowledge.passages({ id: params.item_id, workspaceId: principal.workspaceId }, query),
  );
  serve(app, addKnowledge, async ({ body }, { principal }) =>
    acts.add(principal, () => knowledge.add(principal.workspaceId, body)),
  );
  serve(app, uploadKnowledge, async ({ query: { file_name: fileName, ...query } }, { principal, request }) => {
    const document = { ...query, fileName, bytes: bodyBytes(request) };
    return acts.add(principal, () => knowledge.addDocument(principal.workspaceId, document));
  });
  serve(app, deleteKnowledge, async ({ params }, { principal }) => {
    await acts.remove(principal, params.item_id);
    return { success: true as const };
  });
  serve(app, retryKnowledge, async ({ params }, { principal }) => acts.retry(principal, params.item_id));
  serve(app, listEmbeddings, async (_, { principal }) => knowledge.embeddings(principal.workspaceId));
  serve(app, changeEmbedding, async ({ params, body }, { principal }) => acts.embed(principal, params.item_id, body));
  serve(app, setKnowledgeAgents, async ({ params, body }, { principal }) =>
    acts.setAgents(principal, params.item_id, body.agents),
  );
  serve(app, searchKnowledge, async ({ body }, { principal }) => {
    const found = await knowledge.search(principal.workspaceId, body.question, { most: body.most, agentId: body.agent_id });
    return {
      data: found.map(({ itemId, position, title, heading, text, page, lastPage, score }) => ({
        item_id: itemId,
        number: position + 1,
        title,
        heading,
        text,
        page,
        last_page: lastPage,
        score,
      })),
    };
  });
}
