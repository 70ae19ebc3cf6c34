/** Small documents of each kind, made by hand. */
import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { crc32, createDeflate, deflateRawSync, deflateSync } from "node:zlib";

/** Pages with one line each. */
export function pdf(...texts: readonly string[]): Buffer {
  const shown = (text: string): string =>
    text === "" ? "" : `BT /F1 12 Tf 72 720 Td (${text.replace(/[()\\]/g, String.raw`\$&`)}) Tj ET`;
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${texts.map((_, page) => `${4 + page * 2} 0 R`).join(" ")}] /Count ${texts.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...texts.flatMap((text, page) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + page * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      streamOf(shown(text)),
    ]),
  ]);
}

/** The first object is the catalogue; `more` stands in the trailer. */
export function pdfOf(objects: readonly string[], more = ""): Buffer {
  let body = "%PDF-1.4\n";
  const places: number[] = [];
  objects.forEach((object, index) => {
    places.push(body.length);
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${more} >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + end, "latin1");
}

/** A PDF of a kilobyte whose page holds so many megabytes of blanks, packed three times over. */
export async function pdfBomb(megabytes: number): Promise<Buffer> {
  const blanks = Buffer.alloc(1_048_576, " ");
  const parts = Readable.from(Array.from({ length: megabytes }, () => blanks));
  const once = await buffer(parts.pipe(createDeflate()));
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>",
    streamOf(deflateSync(deflateSync(once)).toString("latin1"), "/Filter [/FlateDecode /FlateDecode /FlateDecode]"),
  ]);
}

/** A document of half a megabyte with so many paragraphs. */
export function docxBomb(paragraphs: number): Buffer {
  return docxOf("<w:p><w:r><w:t>word word word word</w:t></w:r></w:p>".repeat(paragraphs));
}

/** `filter`: how the bytes are packed, in the words of the format. */
export function streamOf(bytes: string, filter = ""): string {
  return `<< /Length ${bytes.length} ${filter} >>\nstream\n${bytes}\nendstream`;
}

/** One paragraph. */
export function docx(text: string): Buffer {
  return docxOf(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`);
}

/** `before`: what stands between the declaration and the document. */
export function docxOf(body: string, before = ""): Buffer {
  const document = `<?xml version="1.0"?>${before}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
  const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
  const relations = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;
  return zipped({ "[Content_Types].xml": types, "_rels/.rels": relations, "word/document.xml": document });
}

/** A ZIP archive. */
export function zipped(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let place = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), common, Buffer.from(name), packed]);
    const entry = Buffer.alloc(46);
    entry.set([0x50, 0x4b, 1, 2, 20, 0]);
    common.copy(entry, 6, 0, 24);
    entry.writeUInt32LE(place, 42);
    directory.push(entry, Buffer.from(name));
    parts.push(local);
    place += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.set([0x50, 0x4b, 5, 6]);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(place, 16);
  return Buffer.concat([...parts, listed, end]);
}
