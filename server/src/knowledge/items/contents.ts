/** What an item says, and the passages that it has. */
import { DOCUMENT_ENDINGS } from "@ongea/contract";
import { z } from "zod";
import { chunksOfQuestions, type Chunk } from "../passages/chunks.ts";
import type { DocumentBytes, Reading } from "../reading/document.ts";
import type { PageReading } from "../reading/page.ts";
import type { SiteRequest, SiteReading } from "../reading/site.ts";
import type { StoredItem } from "../passages/store.ts";

export interface Readers {
  readDocument(given: DocumentBytes, signal: AbortSignal): Promise<Reading>;
  readPage(url: string, signal: AbortSignal): Promise<PageReading>;
  readSite(asked: SiteRequest, signal: AbortSignal): Promise<SiteReading>;
}

export type Contents = { characters: number; chunks: Chunk[]; problem?: undefined } | { problem: string };

const Questions = z.array(z.object({ question: z.string(), answer: z.string() }));

/** `content`: as it was given: a file's bytes, a text, an address, questions as JSON. */
export async function contentsOf(
  item: StoredItem,
  content: Buffer,
  { readDocument, readPage, readSite, onPage, signal }: Readers & Pick<SiteRequest, "onPage"> & { signal: AbortSignal },
): Promise<Contents> {
  const chunking = { size: item.chunkSize, overlap: item.overlap, manual: item.mode === "manual" };
  switch (item.type) {
    case "faq": {
      const chunks = chunksOfQuestions(Questions.parse(JSON.parse(content.toString("utf8"))));
      return { characters: chunks.reduce((sum, { text }) => sum + text.length, 0), chunks };
    }
    case "text":
      return readDocument({ form: { ending: ".txt", charset: "utf-8" }, bytes: content, chunking }, signal);
    case "document": {
      const ending = DOCUMENT_ENDINGS.find((one) => one === endingOf(item.source ?? "")) ?? ".txt";
      return readDocument({ form: { ending, charset: "" }, bytes: content, chunking }, signal);
    }
    case "url": {
      if (item.pages > 1) return readSite({ url: content.toString("utf8"), pages: item.pages, chunking, onPage }, signal);
      const page = await readPage(content.toString("utf8"), signal);
      return page.problem === undefined ? readDocument({ ...page, chunking }, signal) : page;
    }
  }
}

/** ".pdf" of "Prices 2026.PDF"; empty where there is none. */
export function endingOf(fileName: string): string {
  return /\.[a-z]+$/i.exec(fileName)?.[0].toLowerCase() ?? "";
}
