/** All that is kept of one person, as files: read a page at a time, while calls go on. */
import { createReadStream } from "node:fs";
import type { ContactIdentity } from "@ongea/contract";
import { errorCode } from "../../platform/error-code.ts";
import type { ZipEntry } from "./zip.ts";
import type { Person, PersonalData, StoredRows } from "./person.ts";
import type { PersonalCalls } from "./personal-calls.ts";

export interface ExportParts {
  people: { find(workspaceId: string, identity: ContactIdentity): Promise<Person> };
  calls: Pick<PersonalCalls, "idsOf" | "read" | "recordingsOf">;
  data: readonly Pick<PersonalData, "read">[];
  isListed(workspaceId: string, numbers: readonly string[]): Promise<ReadonlySet<string>>;
  /** Where a recording lies; undefined: not on this server. */
  path(recording: string): string | undefined;
  now(): Date;
}

export async function* filesOf(parts: ExportParts, workspaceId: string, identity: ContactIdentity): AsyncGenerator<ZipEntry> {
  const { people, calls, data } = parts;
  const person = await people.find(workspaceId, identity);
  const callIds = await calls.idsOf(workspaceId, person.phones);
  const listed = [...(await parts.isListed(workspaceId, person.phones))];
  const about = { exported_at: parts.now().toISOString(), identities: person.identities, do_not_call: listed };
  yield { name: "person.json", bytes: once(JSON.stringify(about, null, 2)) };
  for (const rows of [calls.read(workspaceId, callIds), ...data.map((part) => part.read(person, callIds))])
    for (const [name, pages] of Object.entries(rows)) yield { name: `${name}.json`, bytes: jsonOf(pages) };
  const [elsewhere, withheld]: [string[], string[]] = [[], []];
  for (const { id, recording, withheld: isWithheld } of await calls.recordingsOf(workspaceId, callIds)) {
    const path = parts.path(recording);
    if (path === undefined) elsewhere.push(id);
    else if (isWithheld) withheld.push(id);
    else yield { name: `recordings/${id}.wav`, bytes: bytesOf(path) };
  }
  // Of calls that another server of the installation has recorded: it answers for them.
  if (elsewhere.length > 0) yield { name: "recordings_elsewhere.json", bytes: once(JSON.stringify(elsewhere)) };
  // What is masked in them is not silent yet.
  if (withheld.length > 0) yield { name: "recordings_withheld.json", bytes: once(JSON.stringify(withheld)) };
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

async function* jsonOf(pages: StoredRows): AsyncGenerator<string> {
  let before = "[\n";
  for await (const rows of pages)
    for (const row of rows) {
      yield before + JSON.stringify(row);
      before = ",\n";
    }
  yield before === "[\n" ? "[]" : "\n]";
}

/** One that is deleted meanwhile is empty, and the rest comes. */
async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    const pieces: AsyncIterable<Uint8Array> = createReadStream(path);
    for await (const piece of pieces) yield piece;
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}
