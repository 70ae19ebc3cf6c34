import type { Currency } from "@ongea/contract";
import type { Tenancy } from "../database/tenancy.ts";
import { createWorkspaces } from "../../accounts/workspaces/store.ts";

/** A workspace to test in; returns its id. */
export async function openTestWorkspace(tenancy: Tenancy, currency: Currency = "USD"): Promise<string> {
  return (await createWorkspaces(tenancy).create({ name: "Test", kind: "real", currency })).id;
}
