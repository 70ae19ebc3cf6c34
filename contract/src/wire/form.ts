/** A form (multipart/form-data, RFC 7578) as bytes, for clients of routes that take one. */

export interface FormField {
  name: string;
  /** Text, or a file with its name. */
  value: string | { fileName: string; bytes: Uint8Array };
}

export function formBytes(fields: readonly FormField[]): { type: string; bytes: Uint8Array<ArrayBuffer> } {
  const boundary = `ongea-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`;
  const text = new TextEncoder();
  const parts = fields.flatMap(({ name, value }) => {
    const isText = typeof value === "string";
    const file = isText ? "" : `; filename="${quoted(value.fileName)}"\r\nContent-Type: application/octet-stream`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}\r\n\r\n`;
    return [text.encode(head), isText ? text.encode(value) : value.bytes, text.encode("\r\n")];
  });
  parts.push(text.encode(`--${boundary}--\r\n`));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return { type: `multipart/form-data; boundary=${boundary}`, bytes };
}

/** As browsers escape it. */
function quoted(text: string): string {
  return text.replace(/\r\n|\r|\n/g, "%0D%0A").replaceAll('"', "%22");
}
