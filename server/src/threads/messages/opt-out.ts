/** A person's request to be left alone, on the list that the gate goes by. */
import type { Compliance } from "../../compliance/index.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";

export interface OptOutParts {
  doNotCall: Pick<Compliance["doNotCall"], "add" | "forget">;
  tenancy: Pick<Tenancy, "of">;
}

/** In a transaction of the caller's. An address that is no number stands there as a hash: nobody adds it by hand or reads it. */
export async function optOut({ doNotCall, tenancy }: OptOutParts, workspaceId: string, address: string): Promise<void> {
  await doNotCall.add(tenancy.of(workspaceId), workspaceId, "asked", [{ number: address }]);
  if (!address.startsWith("+")) await doNotCall.forget(workspaceId, [address]);
}
