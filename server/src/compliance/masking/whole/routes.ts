/** The whole words of a call with masks, for those who may read them; each reading stands in the audit log. */
import { Entry, readWholeCall } from "@ongea/contract";
import type { Audit } from "../../../accounts/index.ts";
import type { Http } from "../../../platform/http/http.ts";
import { serve } from "../../../platform/http/serve.ts";
import type { Seal } from "../../../platform/secrets/seal.ts";
import { aboutEntry } from "../sealed-entry.ts";
import type { CallOfEntries, WholeEntryStore } from "./store.ts";

export interface WholeCallRouteParts {
  /** Refuses with "call.not_found". */
  read(call: CallOfEntries): Promise<{ journal: Entry[] }>;
  store: WholeEntryStore;
  audit: Pick<Audit, "act">;
  seal: Seal;
}

export function wholeCallRoute(app: Http, { read, store, audit, seal }: WholeCallRouteParts): void {
  serve(app, readWholeCall, async ({ params: { execution_id: id } }, { principal }) => {
    const key = { id, workspaceId: principal.workspaceId };
    const { journal } = await read(key);
    const whole = new Map((await store.of(key)).map(({ position, sealed }) => [position, sealed]));
    if (whole.size > 0) await audit.act(principal, (write) => write({ act: "call.unmasked", subject: id }));
    const opened = journal.map((entry, position) => {
      const sealed = whole.get(position);
      return sealed === undefined ? entry : Entry.parse(JSON.parse(seal.open(sealed, aboutEntry(id, position))));
    });
    return { journal: opened, unmasked: whole.size };
  });
}
