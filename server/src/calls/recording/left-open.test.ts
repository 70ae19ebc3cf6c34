import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { completeLeftOpen, type LeftOpenParts } from "./left-open.ts";

const log = pino({ level: "silent" });
const call = (recording: string) => ({ id: recording, workspaceId: "w", recording });

function openWorld(here: Record<string, number | undefined | "broken">) {
  const closed = vi.fn<LeftOpenParts["store"]["closeRecording"]>(async () => undefined);
  const recordings: LeftOpenParts["recordings"] = {
    path: (name) => (name in here ? `/${name}` : undefined),
    repair: (name) => {
      if (here[name] === "broken") throw new Error("The disk does not answer");
      return here[name] as number | undefined;
    },
  };
  return { closed, recordings };
}

test("after its restart a machine finds the recordings of calls that another has settled, and leaves alone those of other machines", async () => {
  const { closed, recordings } = openWorld({ ours: 4_000, silent: undefined });
  const store = { leftOpen: async () => ["ours", "theirs", "silent"].map(call), closeRecording: closed };
  await completeLeftOpen({ store, recordings, log });
  expect(closed.mock.calls).toEqual([
    [{ id: "ours", workspaceId: "w" }, "ours"],
    [{ id: "silent", workspaceId: "w" }, null],
  ]);
});

test("a start goes on where a recording, or the database, fails", async () => {
  const { closed, recordings } = openWorld({ broken: "broken" });
  await completeLeftOpen({ store: { leftOpen: async () => [call("broken")], closeRecording: closed }, recordings, log });
  expect(closed).not.toHaveBeenCalled();
  const away = { leftOpen: () => Promise.reject(new Error("away")), closeRecording: closed };
  await expect(completeLeftOpen({ store: away, recordings, log })).resolves.toBeUndefined();
});
