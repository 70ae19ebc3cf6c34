/** What a text that follows a call may name: the person, the call's own variables, its tools and what was made of its words. */
import type { Entry } from "@ongea/contract";
import type { CallRow, CallsDomain } from "../../calls/index.ts";
import type { Contacts } from "../../contacts/index.ts";
import { isPhoneNumber } from "../../platform/phone-number/phone-number.ts";

export interface CallValuesParts {
  calls: { archive: Pick<CallsDomain["archive"], "read"> };
  contacts: Pick<Contacts, "knownOf">;
}

export type CallFindings = Awaited<ReturnType<CallsDomain["archive"]["read"]>>["made"];

/** By the names under which a text has them; and what was made of the call's words. */
export async function readValues(
  { calls, contacts }: CallValuesParts,
  call: CallRow,
): Promise<{ values: Record<string, string>; made: CallFindings }> {
  const { id, workspaceId, person } = call;
  const { journal, made } = await calls.archive.read({ id, workspaceId });
  const known = isPhoneNumber(person) ? await contacts.knownOf(workspaceId, person) : {};
  return { values: { ...known, ...valuesOf(call, journal, made) }, made };
}

function valuesOf(
  { userData }: CallRow,
  journal: readonly Entry[],
  { summary, extracted_data: facts }: CallFindings,
): Record<string, string> {
  const done = journal.filter((entry) => entry.kind === "tool").filter(({ ok }) => ok);
  return {
    ...flat("", userData),
    ...flat("facts.", facts ?? {}),
    ...Object.assign({}, ...done.map(({ name, arguments: given }) => flat(`${name}.`, jsonIn(given)))),
    ...(summary === null ? {} : { "call.summary": summary }),
  };
}

function flat(prefix: string, value: unknown): Record<string, string> {
  if (typeof value === "string" || typeof value === "number") return { [prefix.slice(0, -1)]: String(value) };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.assign({}, ...Object.entries(value).map(([name, one]) => flat(`${prefix}${name}.`, one)));
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
