import { ProviderFailure } from "@ongea/conversation";

const MAX_LINE_CHARACTERS = 256 * 1024;

/** The lines of a byte stream that are not empty, each a JSON text (`application/x-ndjson`). */
export async function* linesIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") yield line;
    if (rest.length > MAX_LINE_CHARACTERS) throw new ProviderFailure("bad-answer", "the provider sends a line without end");
  }
  if (rest.trim() !== "") yield rest;
}
