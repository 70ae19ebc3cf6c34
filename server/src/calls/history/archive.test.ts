import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createArchive } from "./archive.ts";
import type { CallRow } from "../records/store.ts";

const HERE = randomUUID();
const ELSEWHERE = randomUUID();

type Row = Pick<CallRow, "endedAt" | "status" | "ownerId">;

test.each<[string, Row | undefined, string]>([
  ["nobody knows", undefined, "call.not_found"],
  ["is over", { endedAt: new Date(0), status: "completed", ownerId: ELSEWHERE }, "call.ended"],
  ["is planned", { endedAt: null, status: "scheduled", ownerId: null }, "call.ended"],
  ["has just ended here, and its end is not written yet", { endedAt: null, status: "in-progress", ownerId: HERE }, "call.ended"],
  ["another server carries", { endedAt: null, status: "in-progress", ownerId: ELSEWHERE }, "call.server_unreachable"],
  ["no server carries any more", { endedAt: null, status: "in-progress", ownerId: null }, "call.server_unreachable"],
])("nothing can be done here with a call that %s", async (_, row, code) => {
  const unused = (): never => {
    throw new Error("is not asked");
  };
  const archive = createArchive({
    publicUrl: "https://ongea.example",
    calls: { find: () => undefined, live: () => undefined },
    store: { read: async () => row } as never,
    recordings: { path: unused, remove: unused },
    analyses: { read: unused },
    plans: { retries: unused },
    search: unused as never,
    notes: unused,
    ownerId: HERE,
    rehearsed: unused,
  });
  await expect(archive.running({ id: randomUUID(), workspaceId: randomUUID() })).rejects.toMatchObject({ code });
});
