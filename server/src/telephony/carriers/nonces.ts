/** Nonces of signed webhooks: each is accepted once, by any server of the database. Their SQL stands in `store.ts`. */
import { createHash } from "node:crypto";
import { isAway } from "../../platform/database/away.ts";
import type { NonceStore } from "./store.ts";

export interface Nonces {
  /** False: a request with this nonce was here before. While the database is away, each is taken for new. */
  isNew(workspaceId: string, nonce: string): Promise<boolean>;
}

const FORGET_EVERY = 500;

export function createNonces(store: NonceStore): Nonces {
  let count = 0;
  return {
    async isNew(workspaceId, nonce) {
      const hash = createHash("sha256").update(nonce).digest("base64url");
      try {
        if (count++ % FORGET_EVERY === 0) await store.forgetOld(workspaceId);
        return await store.add(workspaceId, hash);
      } catch (error) {
        if (isAway(error)) return true;
        throw error;
      }
    },
  };
}
