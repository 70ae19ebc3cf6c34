/** All the SQL of which version is used where. */
import type { VersionChoiceKind } from "@ongea/contract";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import { agentVersionChoices } from "../tables.ts";

export type StoredChoice = typeof agentVersionChoices.$inferSelect;

/** Who uses a version: a number, or a widget, a batch or a sender by its id. */
export interface Chooser {
  kind: VersionChoiceKind;
  target: string;
}

export interface ChoiceStore {
  /** At most this many, in order. */
  all(workspaceId: string, most: number): Promise<StoredChoice[]>;
  read(workspaceId: string, chooser: Chooser): Promise<StoredChoice | undefined>;
  save(choice: Omit<StoredChoice, "savedAt">): Promise<StoredChoice>;
  remove(workspaceId: string, chooser: Chooser): Promise<void>;
}

export function createChoiceStore(tenancy: Tenancy): ChoiceStore {
  const { workspaceId: workspace, kind, target } = agentVersionChoices;
  const one = (workspaceId: string, chooser: Chooser) =>
    and(eq(workspace, workspaceId), eq(kind, chooser.kind), eq(target, chooser.target));
  return {
    all: (workspaceId, most) =>
      tenancy
        .of(workspaceId)
        .select()
        .from(agentVersionChoices)
        .where(eq(workspace, workspaceId))
        .orderBy(asc(kind), asc(target))
        .limit(most),
    async read(workspaceId, chooser) {
      const rows = tenancy.of(workspaceId).select().from(agentVersionChoices);
      return (await rows.where(one(workspaceId, chooser)))[0];
    },
    async save(choice) {
      const set = { agentId: choice.agentId, version: choice.version, savedBy: choice.savedBy, savedAt: sql`now()` };
      const added = tenancy.of(choice.workspaceId).insert(agentVersionChoices).values(choice);
      const [row] = await added.onConflictDoUpdate({ target: [workspace, kind, target], set }).returning();
      if (!row) throw new Error("A choice of a version was saved and is not there");
      return row;
    },
    async remove(workspaceId, chooser) {
      await tenancy.of(workspaceId).delete(agentVersionChoices).where(one(workspaceId, chooser));
    },
  };
}

/** Versions of an agent that are named somewhere. */
export function chosenVersions(tenancy: Tenancy, workspaceId: string, agentId: string) {
  const { version, workspaceId: workspace, agentId: agent } = agentVersionChoices;
  return tenancy
    .of(workspaceId)
    .select({ version })
    .from(agentVersionChoices)
    .where(and(eq(workspace, workspaceId), eq(agent, agentId)));
}
