/** What ties an entry to the one before it. Pure. */
import { isRecord } from "@ongea/contract";
import { createHmac } from "node:crypto";

export interface Link {
  workspaceId: string;
  position: number;
  at: Date;
  actorKind: string;
  actorId: string;
  actor: string;
  act: string;
  subject: string | null;
  details: Record<string, unknown>;
  previousHash: string;
}

/** Before the first entry. */
export const BEGINNING = "0".repeat(64);

/** With the installation's secret: whoever can write to the database alone cannot forge a chain. */
export function hashOf(link: Link, secret: string): string {
  const { workspaceId, position, at, actorKind, actorId, actor, act, subject, details, previousHash } = link;
  const text = canonical([
    workspaceId,
    position,
    at.toISOString(),
    actorKind,
    actorId,
    actor,
    act,
    subject,
    details,
    previousHash,
  ]);
  return createHmac("sha256", `audit:${secret}`).update(text).digest("hex");
}

/** JSON with the names of each object in order: a database gives them back in another. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (isRecord(value)) {
    const names = Object.keys(value).toSorted();
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}
