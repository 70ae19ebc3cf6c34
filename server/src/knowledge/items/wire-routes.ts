/** Knowledge bases as existing clients name them. */
import { bodyBytes } from "../../platform/http/body-bytes.ts";
import {
  createKnowledgebase,
  deleteKnowledgebase,
  listKnowledgebases,
  readKnowledgebase,
  type Knowledgebase,
  type KnowledgeItem,
} from "@ongea/contract";
import { z } from "zod";
import { check } from "../../platform/http/check.ts";
import { formIn } from "../../platform/http/form.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { KnowledgeActs } from "./acts.ts";
import { ago } from "../../platform/http/ago.ts";
import type { Knowledge } from "./knowledge.ts";

/** The wire's default, and the most. */
const TOP_K = 15;
const Tokens = z.coerce.number().int();
const Form = z.object({
  /** The name of the file. */
  file: z.string().trim().min(1).max(255).optional(),
  url: z.url().max(2_000).optional(),
  chunk_size: Tokens.min(50).max(4_000).default(512),
  overlapping: Tokens.min(0).max(1_000).default(128),
  similarity_top_k: z.coerce.number().int().min(1).max(TOP_K).optional(),
  /** Every item is: kept for clients that read it again. */
  language_support: z.enum(["multilingual"]).optional(),
});
const NEITHER = { type: "missing", loc: ["body", "file"], msg: "must be given, or url" };
const PAGE = 100;

export function knowledgeWireRoutes(app: Http, knowledge: Knowledge, acts: KnowledgeActs): void {
  serve(app, createKnowledgebase, async (_, { principal, request }) => {
    const form = await formIn(request.headers["content-type"] ?? "", bodyBytes(request));
    const { file } = form;
    const given = check(Form, { ...written(form.firsts), file: file?.name }, "body");
    const { file: fileName, url, overlapping: overlap, ...wanted } = given;
    const options = { ...wanted, overlap, mode: "automatic" as const, embedding: "builtin" as const, agents: [] };
    const { workspaceId } = principal;
    const bytes = file && Buffer.from(await file.arrayBuffer());
    const item = await acts.add(principal, () => {
      if (fileName && bytes) {
        return knowledge.addDocument(workspaceId, { ...options, title: fileName.slice(0, 200), fileName, bytes });
      }
      if (url === undefined) throw refuse("request.invalid", [NEITHER]);
      return knowledge.add(workspaceId, { ...options, type: "url", title: url.slice(0, 200), url, pages: 1 });
    });
    const { rag_id, file_name, source_type, status, language_support } = wire(item);
    return { rag_id, file_name, source_type, status, language_support };
  });
  serve(app, listKnowledgebases, async (_, { principal }) => {
    const all: Knowledgebase[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await knowledge.list(principal.workspaceId, { limit: PAGE, ...(cursor ? { cursor } : {}) });
      all.push(...page.data.map(wire));
      cursor = page.next;
    }
    return all;
  });
  serve(app, readKnowledgebase, async ({ params }, { principal }) =>
    wire(await knowledge.read({ id: params.rag_id, workspaceId: principal.workspaceId })),
  );
  serve(app, deleteKnowledgebase, async ({ params }, { principal }) => {
    await acts.remove(principal, params.rag_id);
    return { message: "success", state: "deleted" };
  });
}

/** Forms send what is not filled in as empty text. */
function written(fields: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ""));
}

function wire(item: KnowledgeItem): Knowledgebase {
  return {
    rag_id: item.id,
    file_name: item.source ?? item.title,
    source_type: item.type === "document" ? (item.source?.split(".").at(-1)?.toLowerCase() ?? "txt") : item.type,
    vector_id: item.id,
    status: item.status === "ready" ? "processed" : item.status,
    chunk_size: item.chunk_size,
    similarity_top_k: item.similarity_top_k ?? TOP_K,
    overlapping: item.overlap,
    language_support: item.language_support,
    humanized_created_at: ago(item.created_at, Date.now()),
    created_at: item.created_at,
    updated_at: item.last_modified,
  };
}
