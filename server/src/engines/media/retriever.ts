/** Passages come from the main thread, asked for like a tool. */
import { randomUUID } from "node:crypto";
import type { KnowledgePassage, Retriever, ToolRunner } from "@ongea/conversation";
import { z } from "zod";
import { RETRIEVAL } from "./messages.ts";

const Passages = z.array(z.object({ id: z.string(), source: z.string(), text: z.string() }));

export function retrieverBy(tools: ToolRunner): Retriever {
  const find = async (question: string, signal: AbortSignal): Promise<readonly KnowledgePassage[]> => {
    const asked = { id: randomUUID(), name: RETRIEVAL, arguments: question };
    const { ok, result } = await tools.run(asked, signal);
    return ok ? Passages.parse(JSON.parse(result)) : [];
  };
  return { find, whole: (signal) => find("", signal) };
}
