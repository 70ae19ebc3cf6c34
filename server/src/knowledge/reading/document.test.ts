import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { programArguments } from "../../platform/thread.ts";
import { retainedMb } from "../../platform/testing/memory.ts";
import { docx, docxBomb, docxOf, pdf, pdfBomb, pdfOf, streamOf, zipped } from "../testing/documents.ts";
import { READING_LIMITS, readInProcess, type Reading, type ReadingLimits } from "./document.ts";
import type { DocumentForm } from "./document-form.ts";

const CHUNKING = { size: 500, overlap: 0, manual: false };
const LIMITS = { timeoutMs: 20_000, memoryMb: 256 };
const { signal } = new AbortController();

function read(name: string, bytes: Buffer, limits: ReadingLimits = LIMITS, size = CHUNKING.size): Promise<Reading> {
  const ending = /\.[a-z]+$/.exec(name)?.[0] as DocumentForm["ending"];
  return readInProcess({ form: { ending, charset: "" }, bytes, chunking: { ...CHUNKING, size } }, signal, limits);
}

const PAGES = ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>"];
const PAGE = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>";
const LOCK =
  "<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O (00000000000000000000000000000000) /U (00000000000000000000000000000000) >>";
/** Ten thousand million letters, by entities that name each other. */
const LAUGHS = `<!DOCTYPE l [<!ENTITY a "ha">${[..."bcdefghijk"].map((name, at) => `<!ENTITY ${name} "${`&${"abcdefghij"[at]};`.repeat(10)}">`).join("")}]>`;
const OLE = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(2_048)]);
const packed = (text: string): string => deflateSync(text).toString("latin1");

const HOSTILE: readonly [string, Buffer, string][] = [
  ["empty.pdf", Buffer.alloc(0), "empty"],
  ["broken.pdf", Buffer.from("%PDF-1.7 nothing more"), "broken"],
  ["no-pdf.pdf", Buffer.from("GIF89a, not a document"), "broken"],
  ["picture.pdf", pdf(""), "no-text"],
  ["cut.pdf", pdf("Cut in the middle").subarray(0, 150), "broken"],
  ["circle.pdf", pdfOf([PAGES[0] ?? "", "<< /Type /Pages /Kids [2 0 R] /Count 1 >>"]), "broken"],
  ["locked.pdf", pdfOf([...PAGES, PAGE, streamOf(""), LOCK], "/Encrypt 5 0 R /ID [(1) (1)]"), "encrypted"],
  ["archive.docx", Buffer.from("PK\u0003\u0004 not really"), "broken"],
  ["other.docx", zipped({ "readme.txt": "no document" }), "broken"],
  ["locked.docx", OLE, "encrypted"],
  ["laughs.docx", docxOf("<w:p><w:r><w:t>&k;</w:t></w:r></w:p>", LAUGHS), "broken"],
  ["bomb.docx", docx("word ".repeat(2e7)), "too-much-memory"],
  ["deep.docx", docxOf("<w:p>".repeat(2e5)), "broken"],
  ["dots.docx", docx("... --- ..."), "no-text"],
  ["old.doc", Buffer.from("no such thing"), "broken"],
  ["hollow.doc", OLE, "broken"],
  ["dots.txt", Buffer.from("... --- ..."), "no-text"],
  ["zeros.txt", Buffer.alloc(100_000), "no-text"],
  ["endless.txt", Buffer.from("word ".repeat(1_000_000)), "too-long"],
  ["deep.html", Buffer.from("<div>".repeat(2e4)), "broken"],
];

test.each(HOSTILE)("'%s' cannot be read and says why", async (name, bytes, problem) => {
  expect(await read(name, bytes)).toEqual({ problem });
});

test("the passages of a PDF know its pages, one without a word counts, too; those of other documents have none", async () => {
  const words = (page: number): string => `Page ${page} speaks of goats. `.repeat(4);
  const placed = async (name: string, bytes: Buffer) => {
    const reading = await read(name, bytes, LIMITS, 30);
    return "chunks" in reading ? reading.chunks.map(({ text, page, lastPage }) => [text.slice(0, 6), page, lastPage]) : reading;
  };
  expect(await placed("goats.pdf", pdf(words(1), "", words(3)))).toEqual([
    ["Page 1", 1, 1],
    ["Page 3", 3, 3],
  ]);
  expect(await placed("goats.txt", Buffer.from("Goats\fand sheep"))).toEqual([["Goats ", null, null]]);
});

test("a document that keeps its reader busy, or fills its memory, is given up with its reason", async () => {
  const bomb = pdfOf([...PAGES, PAGE, streamOf(packed("(a)Tj ".repeat(9e6)), "/Filter /FlateDecode")]);
  expect(await read("bomb.pdf", bomb, { timeoutMs: 2_000, memoryMb: 256 })).toEqual({ problem: "too-slow" });
  const text = Buffer.from("word ".repeat(700_000));
  expect(await read("fat.txt", text, { timeoutMs: 60_000, memoryMb: 8 })).toEqual({ problem: "too-much-memory" });
});

test("a small file that inflates to gigabytes takes 200 MB at most, and its sender hears that it takes too much memory", async () => {
  const idleMb = await largestMbOf(() => read("small.txt", Buffer.from("All is well."), READING_LIMITS));
  for (const [name, bytes] of [
    ["flate.pdf", await pdfBomb(1_024)],
    ["paragraphs.docx", docxBomb(3e6)],
  ] as const) {
    const startedMs = performance.now();
    let reading: Reading | undefined;
    const largestMb = await largestMbOf(async () => (reading = await read(name, bytes, READING_LIMITS)));
    console.info(`${name}, ${bytes.length} bytes: +${largestMb - idleMb} MB, ${Math.round(performance.now() - startedMs)} ms`);
    expect(largestMb - idleMb).toBeLessThanOrEqual(200);
    expect(performance.now() - startedMs).toBeLessThan(35_000);
    expect(reading).toEqual({ problem: "too-much-memory" });
  }
}, 120_000);

test("a file of many pages of text is read within the limit of memory", async () => {
  const sentence = "The ferry to Likoni leaves every quarter of an hour. ";
  const paragraph = `<w:p><w:pPr><w:pStyle w:val="Normal"/></w:pPr><w:r><w:rPr><w:lang w:val="en-GB"/></w:rPr><w:t>${sentence.repeat(2)}</w:t></w:r></w:p>`;
  expect(await read("book.docx", docxOf(paragraph.repeat(8_000)), READING_LIMITS)).toMatchObject({ characters: 864_000 });
});

test("no reader is left behind by all of these, and the server holds no more than before", async () => {
  await expect.poll(readersOf(process.pid), { timeout: 10_000 }).toEqual([]);
  const beforeMb = retainedMb();
  // Each problem once more.
  const again = [...new Map(HOSTILE.map((one) => [one[2], one])).values()];
  const largestMb = Math.max(...again.map(([, bytes]) => bytes.length)) / 1_048_576;
  for (const [name, bytes, problem] of again) expect(await read(name, bytes)).toEqual({ problem });
  await expect.poll(readersOf(process.pid), { timeout: 10_000 }).toEqual([]);
  // Less than one of them would be, had it stayed.
  await expect.poll(() => retainedMb() - beforeMb, { timeout: 10_000 }).toBeLessThan(Math.min(2, largestMb));
  console.info(`${again.length} hostile documents: ${beforeMb.toFixed(1)} MB held before, ${retainedMb().toFixed(1)} MB after`);
}, 120_000);

test("a reader that somebody ends from outside has found out nothing about its document", async () => {
  const stopping = new AbortController();
  const given = { form: { ending: ".txt" as const, charset: "" }, bytes: Buffer.from("All is well."), chunking: CHUNKING };
  const reading = readInProcess(given, stopping.signal, LIMITS);
  stopping.abort();
  expect(await reading).toEqual({ problem: "interrupted" });
});

test("a reader whose server is killed ends by itself, though it is busy", async () => {
  const parent = spawn(process.execPath, programArguments(new URL("../testing/busy-reader.ts", import.meta.url)));
  await once(createInterface({ input: parent.stdout }), "line");
  const children = readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, "utf8").trim().split(" ").map(Number);
  expect(children.some(isAlive)).toBe(true);
  parent.kill("SIGKILL");
  await expect.poll(() => children.some(isAlive), { timeout: 10_000 }).toBe(false);
});

/** The most memory that a reader held during the work, as the kernel has noted it. */
async function largestMbOf(work: () => Promise<unknown>): Promise<number> {
  let largestKb = 0;
  const look = setInterval(() => {
    for (const child of readersOf(process.pid)())
      largestKb = Math.max(largestKb, Number(/VmHWM:\s+(\d+)/.exec(readIf(`/proc/${child}/status`))?.[1] ?? 0));
  }, 5);
  await work();
  clearInterval(look);
  return Math.round(largestKb / 1_024);
}

/** Processes that this one has started to read documents. */
function readersOf(pid: number): () => string[] {
  return () =>
    readdirSync(`/proc/${pid}/task`)
      .flatMap((task) => readIf(`/proc/${pid}/task/${task}/children`).split(" "))
      .filter((child) => readIf(`/proc/${child}/cmdline`).includes("document-process"));
}

function readIf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // Ended meanwhile.
    return "";
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
