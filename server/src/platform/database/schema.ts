/** What the domains keep in the database, joined: each step of the schema in the order that all installations take, and every queue. */
import type { Queue } from "../jobs/queue.ts";
import type { Migration } from "./migrate.ts";
import { MIGRATION_ORDER } from "./migration-order.ts";

export interface Schema {
  migrations: readonly Migration[];
  queues: readonly Pick<Queue, "name">[];
}

export function joinSchemas(parts: readonly Schema[]): Schema {
  return {
    migrations: inOrder(parts.flatMap(({ migrations }) => migrations)),
    queues: parts.flatMap(({ queues }) => queues),
  };
}

/** A step that the order does not name, or that it names and nobody has, is a mistake of whoever has added or removed it. */
export function inOrder(migrations: readonly Migration[], order: readonly string[] = MIGRATION_ORDER): Migration[] {
  const byId = new Map(migrations.map((migration) => [migration.id, migration]));
  const unknown = migrations.find(({ id }) => !order.includes(id));
  if (unknown) throw new Error(`The migration ${unknown.id} has no place in migration-order.ts`);
  return order.map((id) => {
    const migration = byId.get(id);
    if (!migration) throw new Error(`The migration ${id} is in migration-order.ts and in no domain`);
    return migration;
  });
}
