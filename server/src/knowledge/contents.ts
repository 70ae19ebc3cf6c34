/** What an item says, and the passages that it has. */
import { z } from "zod";
import { chunksOf, chunksOfQuestions, type Chunk } from "./chunks.ts";
import type { Reading } from "./reading/document.ts";
import type { PageReading } from "./reading/page.ts";
import type { StoredItem } from "./store.ts";

export interface Readers {
  readDocument(ending: string, bytes: Buffer, signal: AbortSignal): Promise<Reading>;
  readPage(url: string, signal: AbortSignal): Promise<PageReading>;
}

export type Contents = { text: string; chunks: Chunk[]; problem?: undefined } | { problem: string };

const Questions = z.array(z.object({ question: z.string(), answer: z.string() }));

/** `content`: as it was given: a file's bytes, a text, an address, questions as JSON. */
export async function contentsOf(
  item: StoredItem,
  content: Buffer,
  { readDocument, readPage, signal }: Readers & { signal: AbortSignal },
): Promise<Contents> {
  switch (item.type) {
    case "faq": {
      const chunks = chunksOfQuestions(Questions.parse(JSON.parse(content.toString("utf8"))));
      return { text: chunks.map(({ text }) => text).join("\n\n"), chunks };
    }
    case "text":
      return divided(item, content.toString("utf8"));
    case "document":
      return ofReading(item, await readDocument(endingOf(item.source ?? ""), content, signal));
    case "url": {
      const page = await readPage(content.toString("utf8"), signal);
      if (page.problem !== undefined) return { problem: page.problem };
      return "pdf" in page ? ofReading(item, await readDocument(".pdf", page.pdf, signal)) : divided(item, page.text);
    }
  }
}

function ofReading(item: StoredItem, reading: Reading): Contents {
  return reading.problem === undefined ? divided(item, reading.text) : { problem: reading.problem };
}

function divided({ chunkSize: size, overlap, mode }: StoredItem, text: string): Contents {
  return { text, chunks: chunksOf(text, { size, overlap, manual: mode === "manual" }) };
}

/** ".pdf" of "Prices 2026.PDF"; empty where there is none. */
export function endingOf(fileName: string): string {
  return /\.[a-z]+$/i.exec(fileName)?.[0].toLowerCase() ?? "";
}
