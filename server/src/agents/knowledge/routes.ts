import {
  addKnowledge,
  changeEmbedding,
  deleteKnowledge,
  listEmbeddings,
  listKnowledge,
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
  serve(app, listKnowledge, async ({ query }, { asker }) => knowledge.list(asker.workspaceId, query));
  serve(app, readKnowledgeFigures, async (_, { asker }) => knowledge.figures(asker.workspaceId));
  serve(app, addKnowledge, async ({ body }, { asker }) => acts.add(asker, () => knowledge.add(asker.workspaceId, body)));
  serve(app, uploadKnowledge, async ({ query: { file_name: fileName, ...query } }, { asker, request }) => {
    const document = { ...query, fileName, bytes: request.body as Buffer };
    return acts.add(asker, () => knowledge.addDocument(asker.workspaceId, document));
  });
  serve(app, deleteKnowledge, async ({ params }, { asker }) => {
    await acts.remove(asker, params.item_id);
    return { success: true as const };
  });
  serve(app, retryKnowledge, async ({ params }, { asker }) => acts.retry(asker, params.item_id));
  serve(app, listEmbeddings, async (_, { asker }) => knowledge.embeddings(asker.workspaceId));
  serve(app, changeEmbedding, async ({ params, body }, { asker }) => acts.embed(asker, params.item_id, body));
  serve(app, setKnowledgeAgents, async ({ params, body }, { asker }) => acts.setAgents(asker, params.item_id, body.agents));
  serve(app, searchKnowledge, async ({ body }, { asker }) => {
    const found = await knowledge.search(asker.workspaceId, body.question, { most: body.most, agentId: body.agent_id });
    return {
      data: found.map(({ itemId, title, heading, text, score }) => ({ item_id: itemId, title, heading, text, score })),
    };
  });
}
