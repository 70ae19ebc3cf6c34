/** All the SQL of saved boards. */
import { randomUUID } from "node:crypto";
import { type BoardView, MOST_SAVED_BOARDS, readBoardView, RESTORE_BOARD_DAYS, type SavedBoard } from "@ongea/contract";
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, ne, notInArray, sql } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { savedBoards } from "./tables.ts";

/** Whose boards somebody may change: their own, and those of the workspace where `shared`. */
export interface BoardOwner {
  person: string;
  shared: boolean;
}

/** Each change of a board that the owner may not change refuses with "board.not_found". */
export interface SavedBoards {
  /** Those of the person and of the workspace, by name. */
  list(workspaceId: string, person: string): Promise<SavedBoard[]>;
  /** One of anybody's, whether deleted or not. */
  read(workspaceId: string, id: string): Promise<(SavedBoard & Pick<Row, "person"> & { isDeleted: boolean }) | undefined>;
  /** Refuses with "board.name_taken" and "board.too_many". */
  save(workspaceId: string, person: string, draft: Omit<SavedBoard, "id" | "unknown">): Promise<SavedBoard>;
  change(workspaceId: string, id: string, by: BoardOwner & BoardChange): Promise<SavedBoard>;
  remove(workspaceId: string, id: string, by: BoardOwner & { now: Date }): Promise<void>;
  restore(workspaceId: string, id: string, by: BoardOwner & { now: Date }): Promise<SavedBoard>;
}

export interface BoardChange {
  name?: string | undefined;
  view?: BoardView | undefined;
}

type Row = typeof savedBoards.$inferSelect;

const EVERYBODY = "";
const DAY_MS = 86_400_000;

export function createSavedBoards(tenancy: Tenancy): SavedBoards {
  const isOf = (workspaceId: string, persons: readonly string[]) =>
    and(eq(savedBoards.workspaceId, workspaceId), inArray(savedBoards.person, [...persons]));
  const isThere = isNull(savedBoards.deletedAt);
  const mayChange = (workspaceId: string, id: string, { person, shared }: BoardOwner) =>
    and(eq(savedBoards.id, id), isOf(workspaceId, shared ? [person, EVERYBODY] : [person]));
  /** One change of a workspace's boards at a time: names and numbers are counted before they are written. */
  const inTurn = <T>(workspaceId: string, change: () => Promise<T>): Promise<T> =>
    tenancy.together(workspaceId, async () => {
      await tenancy.of(workspaceId).execute(sql`select pg_advisory_xact_lock(hashtextextended(${`boards:${workspaceId}`}, 0))`);
      return change();
    });
  const refuseTaken = async ({ workspaceId, person, name, id }: Pick<Row, "workspaceId" | "person" | "name" | "id">) => {
    const isSame = sql`lower(${savedBoards.name}) = lower(${name})`;
    const [other] = await tenancy
      .of(workspaceId)
      .select({ id: savedBoards.id })
      .from(savedBoards)
      .where(and(isOf(workspaceId, [person]), isThere, isSame, ne(savedBoards.id, id)))
      .limit(1);
    if (other) throw refuse("board.name_taken");
  };
  const refuseFull = async (workspaceId: string, person: string) => {
    const [kept] = await tenancy
      .of(workspaceId)
      .select({ count: count() })
      .from(savedBoards)
      .where(and(isOf(workspaceId, [person]), isThere));
    if ((kept?.count ?? 0) >= MOST_SAVED_BOARDS) throw refuse("board.too_many");
  };
  /** Deleted ones neither stay for ever nor pile up. */
  const tidy = async (workspaceId: string, person: string, now: Date) => {
    const db = tenancy.of(workspaceId);
    const isDeleted = and(isOf(workspaceId, [person]), isNotNull(savedBoards.deletedAt));
    const newest = db
      .select({ id: savedBoards.id })
      .from(savedBoards)
      .where(isDeleted)
      .orderBy(desc(savedBoards.deletedAt))
      .limit(MOST_SAVED_BOARDS);
    await db.delete(savedBoards).where(and(isDeleted, lt(savedBoards.deletedAt, longAgo(now))));
    await db.delete(savedBoards).where(and(isDeleted, notInArray(savedBoards.id, newest)));
  };
  return {
    async list(workspaceId, person) {
      const rows = await tenancy
        .of(workspaceId)
        .select()
        .from(savedBoards)
        .where(and(isOf(workspaceId, [person, EVERYBODY]), isThere))
        .orderBy(asc(savedBoards.name), asc(savedBoards.person));
      return rows.map(wire);
    },
    async read(workspaceId, id) {
      const isOne = and(eq(savedBoards.workspaceId, workspaceId), eq(savedBoards.id, id));
      const [row] = await tenancy.of(workspaceId).select().from(savedBoards).where(isOne);
      return row && { ...wire(row), person: row.person, isDeleted: row.deletedAt !== null };
    },
    save: (workspaceId, person, { name, shared, view }) =>
      inTurn(workspaceId, async () => {
        const row = { id: randomUUID(), workspaceId, person: shared ? EVERYBODY : person, name, view, deletedAt: null };
        await refuseTaken(row);
        await refuseFull(workspaceId, row.person);
        await tenancy.of(workspaceId).insert(savedBoards).values(row);
        return wire(row);
      }),
    change: (workspaceId, id, { name, view, ...by }) =>
      inTurn(workspaceId, async () => {
        const db = tenancy.of(workspaceId);
        const isOne = and(mayChange(workspaceId, id, by), isThere);
        const [before] = await db.select().from(savedBoards).where(isOne);
        if (!before) throw refuse("board.not_found");
        const after = { ...before, name: name ?? before.name, view: view ?? before.view };
        await refuseTaken(after);
        await db.update(savedBoards).set({ name: after.name, view: after.view }).where(isOne);
        return wire(after);
      }),
    remove: (workspaceId, id, { now, ...by }) =>
      inTurn(workspaceId, async () => {
        const [row] = await tenancy
          .of(workspaceId)
          .update(savedBoards)
          .set({ deletedAt: now })
          .where(and(mayChange(workspaceId, id, by), isThere))
          .returning();
        if (!row) throw refuse("board.not_found");
        await tidy(workspaceId, row.person, now);
      }),
    restore: (workspaceId, id, { now, ...by }) =>
      inTurn(workspaceId, async () => {
        const db = tenancy.of(workspaceId);
        const isOne = mayChange(workspaceId, id, by);
        const [row] = await db.select().from(savedBoards).where(isOne);
        if (!row || (row.deletedAt && row.deletedAt < longAgo(now))) throw refuse("board.not_found");
        // It was restored already.
        if (row.deletedAt === null) return wire(row);
        await refuseTaken(row);
        await refuseFull(workspaceId, row.person);
        await db.update(savedBoards).set({ deletedAt: null }).where(isOne);
        return wire(row);
      }),
  };
}

const longAgo = (now: Date): Date => new Date(now.getTime() - RESTORE_BOARD_DAYS * DAY_MS);

function wire({ id, name, person, view }: Row): SavedBoard {
  return { id, name, shared: person === EVERYBODY, ...readBoardView(view) };
}
