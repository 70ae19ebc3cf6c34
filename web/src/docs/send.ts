/** Sends one request and tells what came back, with its time. */

export interface Sent {
  method: string;
  address: string;
  apiKey: string;
  content?: { type: string; body: string | File };
}

export interface ApiAnswer {
  status: number;
  ms: number;
  type: string;
  /** JSON as people read it; the beginning of what is longer than anybody reads here. */
  text: string;
  bytes: ArrayBuffer;
}

const MOST_SHOWN = 200_000;
const TIMEOUT_MS = 60_000;

export async function send({ method, address, apiKey, content }: Sent): Promise<ApiAnswer> {
  const startedMs = performance.now();
  const answer = await fetch(address, {
    method,
    credentials: "omit",
    headers: {
      ...(apiKey === "" ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(content && { "content-type": content.type }),
    },
    ...(content && { body: content.body }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const bytes = await answer.arrayBuffer();
  const type = answer.headers.get("content-type") ?? "";
  return {
    status: answer.status,
    ms: Math.round(performance.now() - startedMs),
    type,
    text: type.startsWith("audio/") ? "" : shown(new TextDecoder().decode(bytes.slice(0, MOST_SHOWN)), bytes.byteLength),
    bytes,
  };
}

function shown(text: string, length: number): string {
  if (length > MOST_SHOWN) return `${text}…`;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
