/** What became of a request: taken, refused with a code, or no answer that was promised. */
export type Sent = { ok: true } | { ok: false; code: string | undefined; problems: Readonly<Record<string, string>> };

const TIMEOUT_MS = 20_000;

export async function send(path: string, body: Readonly<Record<string, string>>): Promise<Sent> {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.ok) return { ok: true };
    const said: unknown = await answer.json();
    const isTold = typeof said === "object" && said !== null;
    const code = isTold && "code" in said && typeof said.code === "string" ? said.code : undefined;
    return { ok: false, code, problems: problemsIn(isTold && "detail" in said ? said.detail : undefined) };
  } catch {
    return { ok: false, code: undefined, problems: {} };
  }
}

/** By the field that each is about. */
function problemsIn(detail: unknown): Record<string, string> {
  if (!Array.isArray(detail)) return {};
  return Object.fromEntries(detail.map(({ loc, msg }: { loc?: unknown[]; msg?: unknown }) => [String(loc?.at(-1)), String(msg)]));
}
