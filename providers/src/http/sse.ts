import { ProviderFailure } from "@ongea/conversation";

const MAX_LINE_CHARACTERS = 256 * 1024;

/** The `data` of each server-sent event in a byte stream (WHATWG HTML, 9.2.6); other fields are of no use here. */
export async function* eventsIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  let data: string[] = [];
  let characters = 0;
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    // A CR at the very end may be the first half of CRLF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") {
        if (data.length > 0) yield data.join("\n");
        data = [];
        characters = 0;
      } else if (line.startsWith("data:")) {
        data.push(line.slice(line.startsWith("data: ") ? 6 : 5));
        characters += line.length;
      }
    }
    if (rest.length + characters > MAX_LINE_CHARACTERS)
      throw new ProviderFailure("bad-answer", "the provider sends an event without end");
  }
  const last = rest.startsWith("data:") ? [...data, rest.slice(5).trim()] : data;
  if (last.length > 0) yield last.join("\n");
}
