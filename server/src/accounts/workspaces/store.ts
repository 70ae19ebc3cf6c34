/** All the SQL of workspaces themselves. */
import { randomUUID } from "node:crypto";
import type { Currency } from "@ongea/contract";
import { and, asc, count, desc, eq, ne, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { workspaces } from "./tables.ts";

export type StoredWorkspace = typeof workspaces.$inferSelect;

interface Fresh {
  id?: string;
  name: string;
  kind: "real" | "demo";
  currency: Currency;
  admitted?: boolean;
}

export interface Workspaces {
  /** The one that the installation began with. */
  home(): Promise<StoredWorkspace>;
  read(id: string): Promise<StoredWorkspace>;
  /** `admitted`: absent: it is not. */
  create(fresh: Fresh): Promise<StoredWorkspace>;
  /** Of accounts, the newest first. */
  claimed(): Promise<StoredWorkspace[]>;
  /** Whether it may use what the installation pays for. */
  admit(id: string, admitted: boolean): Promise<StoredWorkspace>;
  /** A visitor's workspace becomes one like any other; false when somebody has claimed it before. */
  claim(id: string): Promise<boolean>;
  demos(): Promise<number>;
  /** Takes part in a transaction that may see the workspace. */
  currency(db: Db, id: string): Promise<Currency | undefined>;
  change(id: string, change: { name?: string | undefined; currency?: Currency | undefined }): Promise<StoredWorkspace>;
}

const MOST_LISTED = 1_000;

export function createWorkspaces(tenancy: Tenancy): Workspaces {
  return {
    async home() {
      const [row] = await tenancy.everywhere.select().from(workspaces).where(eq(workspaces.kind, "home"));
      if (!row) throw new Error("An installation without its home workspace");
      return row;
    },
    async read(id) {
      const [row] = await tenancy.of(id).select().from(workspaces).where(eq(workspaces.id, id));
      if (!row) throw refuse("workspace.not_found");
      return row;
    },
    async create({ id = randomUUID(), ...fresh }) {
      const [row] = await tenancy
        .of(id)
        .insert(workspaces)
        .values({ id, ...fresh })
        .returning();
      if (!row) throw new Error("A workspace was not stored");
      return row;
    },
    async claim(id) {
      const claimed = await tenancy
        .of(id)
        .update(workspaces)
        .set({ kind: "real" })
        .where(and(eq(workspaces.id, id), eq(workspaces.kind, "demo")))
        .returning({ id: workspaces.id });
      return claimed.length > 0;
    },
    claimed: () =>
      tenancy.everywhere
        .select()
        .from(workspaces)
        .where(ne(workspaces.kind, "demo"))
        .orderBy(desc(workspaces.createdAt))
        .limit(MOST_LISTED),
    async admit(id, admitted) {
      const [row] = await tenancy.of(id).update(workspaces).set({ admitted }).where(eq(workspaces.id, id)).returning();
      if (!row) throw refuse("workspace.not_found");
      return row;
    },
    async demos() {
      const [row] = await tenancy.everywhere.select({ demos: count() }).from(workspaces).where(eq(workspaces.kind, "demo"));
      return row?.demos ?? 0;
    },
    async currency(db, id) {
      const [row] = await db.select({ currency: workspaces.currency }).from(workspaces).where(eq(workspaces.id, id));
      return row?.currency;
    },
    async change(id, { name, currency }) {
      const wanted = { ...(name === undefined ? {} : { name }), ...(currency === undefined ? {} : { currency }) };
      if (Object.keys(wanted).length === 0) return this.read(id);
      const [row] = await tenancy.of(id).update(workspaces).set(wanted).where(eq(workspaces.id, id)).returning();
      if (!row) throw refuse("workspace.not_found");
      return row;
    },
  };
}

/** Demo workspaces that are older than so many days, the oldest first. */
export async function oldDemos({ everywhere }: Tenancy, days: number): Promise<string[]> {
  const rows = await everywhere
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(eq(workspaces.kind, "demo"), sql`${workspaces.createdAt} < now() - ${days} * interval '1 day'`))
    .orderBy(asc(workspaces.createdAt));
  return rows.map(({ id }) => id);
}

/** With everything in it; one that was claimed meanwhile stays. */
export async function removeDemo(tenancy: Tenancy, id: string): Promise<void> {
  await tenancy
    .of(id)
    .delete(workspaces)
    .where(and(eq(workspaces.id, id), eq(workspaces.kind, "demo")));
}
