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
    const said = (await answer.json()) as { code?: string; detail?: unknown };
    return { ok: false, code: said.code, problems: problemsIn(said.detail) };
  } catch {
    return { ok: false, code: undefined, problems: {} };
  }
}

/** By the field that each is about. */
function problemsIn(detail: unknown): Record<string, string> {
  if (!Array.isArray(detail)) return {};
  return Object.fromEntries(
    (detail as { loc?: unknown[]; msg?: unknown }[]).map(({ loc, msg }) => [String(loc?.at(-1)), String(msg)]),
  );
}
