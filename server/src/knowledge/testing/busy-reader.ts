/** A program that reads a document which keeps its reader busy for a long time. */
import { deflateSync } from "node:zlib";
import { readInProcess } from "../reading/document.ts";
import { pdfOf, streamOf } from "./documents.ts";

const drawn = deflateSync("(a)Tj ".repeat(9e6)).toString("latin1");
const bytes = pdfOf([
  "<< /Type /Catalog /Pages 2 0 R >>",
  "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>",
  streamOf(drawn, "/Filter /FlateDecode"),
]);
const given = { form: { ending: ".pdf" as const, charset: "" }, bytes, chunking: { size: 500, overlap: 50, manual: false } };
void readInProcess(given, new AbortController().signal, { timeoutMs: 60_000, memoryMb: 512 });
// By then it reads.
setInterval(() => console.log("reads"), 2_000);
