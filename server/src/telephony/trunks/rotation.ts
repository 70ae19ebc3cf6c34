/** Passwords of trunks under another key. */
import { resealRows, type SealedRows } from "../../platform/secrets/reseal.ts";
import { openPassword, sealPassword } from "./password.ts";
import { createTrunkStore } from "./store.ts";

export const sealedTrunks: SealedRows = {
  names: ["password of a trunk", "passwords of trunks"],
  byKey: (tenancy) => createTrunkStore(tenancy).byKey(),
  reseal(tenancy, ring) {
    const store = createTrunkStore(tenancy);
    return resealRows(ring, {
      notUnder: (...asked) => store.notUnder(...asked),
      async reseal(row) {
        const password = openPassword(ring, row);
        if (password === undefined) return "closed";
        return (await store.reseal(row, sealPassword(ring, row, password))) ? "resealed" : "changed";
      },
    });
  },
};
