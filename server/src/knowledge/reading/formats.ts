/** The text of each kind of document. */
import { createRequire } from "node:module";
import mammoth from "mammoth";
import { extractText, getDocumentProxy } from "unpdf";

/** It has no declarations of its own. */
interface Word {
  extract(source: Buffer): Promise<{ getBody(): string }>;
}
const require = createRequire(import.meta.url);
const WordExtractor = require("word-extractor") as new () => Word;

/** Why a document has no text: a stable code. */
export type DocumentProblem = "encrypted" | "empty" | "broken" | "too-long" | "no-text" | "too-slow";

export interface ReadDocument {
  text: string;
  problem?: DocumentProblem;
}

const MOST_CHARACTERS = 4_000_000;

export async function readDocument(ending: string, bytes: Buffer): Promise<ReadDocument> {
  if (bytes.length === 0) return { text: "", problem: "empty" };
  const text = (await textOf(ending, bytes)).normalize("NFC").replace(/\0/g, "");
  if (text.length > MOST_CHARACTERS) return { text: "", problem: "too-long" };
  if (!/[\p{L}\p{N}]/u.test(text)) return { text: "", problem: "no-text" };
  return { text };
}

async function textOf(ending: string, bytes: Buffer): Promise<string> {
  switch (ending) {
    case ".txt":
      return plain(bytes);
    case ".pdf":
      return pdf(bytes);
    case ".docx":
      return (await mammoth.extractRawText({ buffer: bytes })).value;
    default: {
      const document = await new WordExtractor().extract(bytes);
      return document.getBody();
    }
  }
}

async function pdf(bytes: Buffer): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document, { mergePages: false });
  return text.join("\n\n");
}

/** UTF-8 and UTF-16 by their marks; what is no UTF-8 is taken for Windows' Western letters. */
function plain(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
