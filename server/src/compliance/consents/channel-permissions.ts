/** What people decide on a messaging channel about calls stands in the ledger, with the words that they were asked by. */
import type { Language } from "@ongea/contract";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { ConsentStore } from "./store.ts";

export interface AllowedCalls {
  workspaceId: string;
  /** E.164. */
  number: string;
  wording: string;
  language: Language;
  /** As the provider names their answer. */
  proof: string;
  givenAt: Date;
  /** Null: until they take it back. */
  expiresAt: Date | null;
}

export interface ChannelPermissions {
  allowed(permission: AllowedCalls): Promise<void>;
  /** Those that were given until then do not stand any more. `declined`: they say no. `revoked`: the provider has it no longer. */
  ended(
    permission: Pick<AllowedCalls, "workspaceId" | "number"> & { by: "declined" | "revoked"; givenUpTo: Date },
  ): Promise<void>;
}

export interface ChannelPermissionsParts {
  store: Pick<ConsentStore, "add" | "withdrawPermissions">;
  tenancy: Pick<Tenancy, "of">;
}

export function createChannelPermissions({ store, tenancy }: ChannelPermissionsParts): ChannelPermissions {
  return {
    async allowed({ workspaceId, ...given }) {
      const what = { purpose: "service", channel: "call", means: "message", callId: null, atMs: null, recordedBy: "" } as const;
      await store.add(tenancy.of(workspaceId), { workspaceId, ...what, ...given });
    },
    async ended({ workspaceId, ...which }) {
      await store.withdrawPermissions(tenancy.of(workspaceId), workspaceId, which);
    },
  };
}
