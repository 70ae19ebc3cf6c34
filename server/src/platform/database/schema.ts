/** What the domains keep in the database, joined: each step of the schema in the order that all installations take, and every queue. */
import type { Queue } from "../jobs/queue.ts";
import type { SealedRows } from "../secrets/reseal.ts";
import type { Migration } from "./migrate.ts";

export interface Schema {
  migrations: readonly Migration[];
  queues: readonly Pick<Queue, "name">[];
  /** What the installation's keys seal of it. Absent: nothing. */
  sealed?: readonly SealedRows[];
}

/** `order`: the ids of all steps. */
export function joinSchemas(parts: readonly Schema[], order: readonly string[]): Required<Schema> {
  return {
    migrations: inOrder(
      parts.flatMap(({ migrations }) => migrations),
      order,
    ),
    queues: parts.flatMap(({ queues }) => queues),
    sealed: parts.flatMap(({ sealed = [] }) => sealed),
  };
}

/** A step that the order does not name, or that it names and nobody has, is a mistake of whoever has added or removed it. */
export function inOrder(migrations: readonly Migration[], order: readonly string[]): Migration[] {
  const byId = new Map(migrations.map((migration) => [migration.id, migration]));
  const unknown = migrations.find(({ id }) => !order.includes(id));
  if (unknown) throw new Error(`The migration ${unknown.id} has no place in the order of schema.ts`);
  return order.map((id) => {
    const migration = byId.get(id);
    if (!migration) throw new Error(`The migration ${id} is in the order of schema.ts and in no domain`);
    return migration;
  });
}
