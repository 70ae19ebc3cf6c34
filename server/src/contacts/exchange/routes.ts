/** Contacts out as a file, and in from one. */
import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import { type Answer, type Contact, exportContacts, importContacts, MOST_CONTACT_ROWS } from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import { NotCsv, rowsBehindHeader } from "../../platform/csv/records.ts";
import type { PageOf } from "../../platform/database/keyset.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { bodyBytes } from "../../platform/http/body-bytes.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { ContactStore } from "../people/store.ts";
import { type ContactRowProblem, fileHead, fileRow, rowReader } from "./contacts-file.ts";

export interface ContactExchangeParts {
  store: Pick<ContactStore, "fieldNames" | "put">;
  tenancy: Pick<Tenancy, "together">;
  audit: Pick<Audit, "write">;
  countries: readonly string[];
  /** As the API lists them. */
  list(workspaceId: string, page: { cursor?: string | undefined; limit: number }): Promise<PageOf<Contact>>;
}

type Imported = Answer<typeof importContacts>;

const PAGE = 500;
/** Rows that one transaction stores. */
const ROWS_TOGETHER = 100;
const MOST_REFUSED_SHOWN = 500;

export function contactExchangeRoutes(app: Http, parts: ContactExchangeParts): void {
  const { store, list } = parts;
  serve(app, exportContacts, async (_, { principal: { workspaceId }, reply }) => {
    const fields = await store.fieldNames(workspaceId);
    // The next page is asked for by whoever reads the file: within the reach of the request all the same.
    const here = AsyncLocalStorage.snapshot();
    const page = (cursor?: string): Promise<PageOf<Contact>> => here(() => list(workspaceId, { limit: PAGE, cursor }));
    void reply.headers({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="ongea-contacts.csv"',
      "cache-control": "no-store",
    });
    return reply.send(Readable.from(lines(fields, await page(), page), { objectMode: false, highWaterMark: 65_536 }));
  });
  serve(app, importContacts, async (_, { principal, request }) => {
    const read = await imported(bodyBytes(request), principal.workspaceId, parts);
    const { added, changed } = read;
    if (added + changed > 0) await parts.audit.write(principal, { act: "contact.imported", details: { added, changed } });
    return read;
  });
}

async function* lines(
  fields: readonly string[],
  first: PageOf<Contact>,
  page: (cursor: string) => Promise<PageOf<Contact>>,
): AsyncGenerator<string> {
  yield fileHead(fields);
  for (let { data, next } = first; ; { data, next } = await page(next)) {
    if (data.length > 0) yield data.map((contact) => fileRow(contact, fields)).join("");
    if (next === null) return;
  }
}

/** Each row by itself: those before a file that breaks off are kept. Refuses with "contact.not_csv" or "contact.no_column". */
async function imported(
  bytes: Uint8Array,
  workspaceId: string,
  { store, tenancy, countries }: ContactExchangeParts,
): Promise<Imported> {
  const done: Imported = { added: 0, changed: 0, refused: [], refused_count: 0 };
  const refused = (line: number, problem: ContactRowProblem): void => {
    done.refused_count++;
    if (done.refused.length < MOST_REFUSED_SHOWN) done.refused.push({ line, problem });
  };
  const readerOf = (header: readonly string[]) => rowReader(header, countries) ?? noColumn();
  let [count, hasHeader] = [0, false];
  try {
    for await (const { read, rows } of rowsBehindHeader(bytes, readerOf)) {
      hasHeader = true;
      count += rows.length;
      if (count > MOST_CONTACT_ROWS) throw refuse("contact.too_many_rows");
      for (let at = 0; at < rows.length; at += ROWS_TOGETHER) {
        const some = rows.slice(at, at + ROWS_TOGETHER).map(({ cells, line }) => ({ line, row: read(cells) }));
        await tenancy.together(workspaceId, async () => {
          for (const { line, row } of some) {
            if ("problem" in row) refused(line, row.problem);
            else {
              const put = await store.put(workspaceId, row.draft);
              if (put === "several") refused(line, "several_contacts");
              else done[put]++;
            }
          }
        });
      }
    }
  } catch (error) {
    throw error instanceof NotCsv ? refuse("contact.not_csv") : error;
  }
  return hasHeader ? done : noColumn();
}

function noColumn(): never {
  throw refuse("contact.no_column");
}
