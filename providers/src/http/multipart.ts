/**
 * A form with a file as one piece of bytes (RFC 7578). Node's own FormData is sent piece by piece, and where the request is aborted meanwhile,
 * Node 24 reports a rejection that nobody can catch.
 */
import { randomBytes } from "node:crypto";

export interface Form {
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface FormFile {
  field: string;
  name: string;
  type: string;
  bytes: Uint8Array;
}

export function formOf(fields: Readonly<Record<string, string>>, file: FormFile): Form {
  const boundary = `ongea-${randomBytes(16).toString("hex")}`;
  const part = (header: string): string => `--${boundary}\r\nContent-Disposition: form-data; ${header}\r\n`;
  const texts = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}\r\n${value}\r\n`);
  const head = `${texts.join("")}${part(`name="${file.field}"; filename="${file.name}"`)}Content-Type: ${file.type}\r\n\r\n`;
  const bytes = Buffer.concat([Buffer.from(head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { contentType: `multipart/form-data; boundary=${boundary}`, bytes: new Uint8Array(bytes) };
}
