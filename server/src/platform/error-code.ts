import { isRecord } from "@ongea/contract";

/** What Node, PostgreSQL and libraries name an error by: `ENOSPC`, `57014`. */
export function errorCode(error: unknown): string | undefined {
  return isRecord(error) && typeof error["code"] === "string" ? error["code"] : undefined;
}
