/** The text of each kind of document. */
import { createRequire } from "node:module";
import { convert } from "html-to-text";
import mammoth from "mammoth";
import { getDocumentProxy } from "unpdf";
import { sanitizeText } from "../../platform/text.ts";
import type { DocumentForm, DocumentProblem } from "./document-form.ts";
import { factsOf, type PageFacts } from "./links.ts";
import { isTextItem, textOfPage } from "./pdf-text.ts";

export interface ReadDocument {
  text: string;
  /** Of a PDF, the text of each. */
  pages?: string[];
  /** Of a page of the web. */
  page?: PageFacts;
  problem?: DocumentProblem;
}

/** It has no declarations of its own. */
interface Word {
  extract(source: Buffer): Promise<{ getBody(): string }>;
}
const require = createRequire(import.meta.url);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it comes without types
const WordExtractor = require("word-extractor") as new () => Word;

const MOST_CHARACTERS = 4_000_000;
/** How an older Office file begins; a .docx that is one is a locked one. */
const OLE = "d0cf11e0a1b11ae1";

/** What leads elsewhere and what decorates is not what a page says. */
const SELECTORS = [
  ...["img", "nav", "footer", "script", "style", "noscript", "svg", "form", "button"].map((selector) => ({
    selector,
    format: "skip",
  })),
  { selector: "a", options: { ignoreHref: true } },
  ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({
    selector,
    options: { uppercase: false, leadingLineBreaks: 3, trailingLineBreaks: 2 },
  })),
];

export async function readDocument(form: DocumentForm, bytes: Buffer): Promise<ReadDocument> {
  if (bytes.length === 0) return { text: "", problem: "empty" };
  if (form.ending === ".docx" && bytes.subarray(0, 8).toString("hex") === OLE) return { text: "", problem: "encrypted" };
  try {
    const read = await textOf(form, bytes);
    const pages = typeof read === "string" ? undefined : read.map(clean);
    const text = typeof read === "string" ? clean(read) : read.map(clean).join("\n\n");
    if (text.length > MOST_CHARACTERS) return { text: "", problem: "too-long" };
    if (!/[\p{L}\p{N}]/u.test(text)) return { text: "", problem: "no-text" };
    if (pages) return { text, pages };
    return form.ending === ".html" ? { text, page: factsOf(pageIn(form, bytes)) } : { text };
  } catch (error) {
    if (error instanceof Error && error.name === "PasswordException") return { text: "", problem: "encrypted" };
    throw error;
  }
}

function clean(text: string): string {
  return sanitizeText(text).normalize("NFC");
}

/** Of a PDF, its pages. */
async function textOf({ ending, charset }: DocumentForm, bytes: Buffer): Promise<string | string[]> {
  switch (ending) {
    case ".txt":
      return decoded(bytes, charset);
    case ".html":
      return convert(pageIn({ ending, charset }, bytes), { wordwrap: false, selectors: SELECTORS });
    case ".pdf":
      return pdf(bytes);
    case ".docx":
      return (await mammoth.extractRawText({ buffer: bytes })).value;
    case ".doc":
      return (await new WordExtractor().extract(bytes)).getBody();
  }
}

function pageIn({ charset }: DocumentForm, bytes: Buffer): string {
  return decoded(bytes, charset || namedIn(bytes));
}

async function pdf(bytes: Buffer): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(textOfPage(items.filter(isTextItem)));
    page.cleanup();
  }
  return pages;
}

/** As a page says of itself. */
function namedIn(bytes: Buffer): string {
  return /<meta[^>]+charset=["']?([\w-]+)/i.exec(bytes.subarray(0, 2_048).toString("latin1"))?.[1] ?? "";
}

/** UTF-8 and UTF-16 by their marks; what is no UTF-8, and has no other name, is taken for Windows' Western letters. */
function decoded(bytes: Buffer, charset: string): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (charset !== "") {
    try {
      return new TextDecoder(charset).decode(bytes);
    } catch {
      // A name that nobody knows.
    }
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The engine's words where the system refuses memory for a buffer. */
export function isOutOfMemory(error: unknown): boolean {
  return (
    error instanceof RangeError && /allocat\w+ (?:failed|memory)|Invalid (?:array|string|typed array) length/i.test(error.message)
  );
}
