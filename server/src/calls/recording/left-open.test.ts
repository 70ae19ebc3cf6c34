import { pino } from "pino";
import { expect, test, vi } from "vitest";
import type { CallTraits } from "../records/tables.ts";
import { completeLeftOpen, type LeftOpenParts } from "./left-open.ts";

const log = pino({ level: "silent" });
const call = (recording: string, traits: CallTraits = {}) => ({ id: recording, workspaceId: "w", recording, traits });
const unmasked = { isRunning: (id: string) => id === "running", entries: async () => [], maskSound: async () => true };

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
  const { closed, recordings } = openWorld({ ours: 4_000, silent: undefined, running: 2_000 });
  const store = {
    leftOpen: async () => ["ours", "theirs", "silent", "running"].map((name) => call(name)),
    closeRecording: closed,
  };
  await completeLeftOpen({ store, recordings, ...unmasked, log });
  expect(closed.mock.calls).toEqual([
    [{ id: "ours", workspaceId: "w" }, "ours"],
    [{ id: "silent", workspaceId: "w" }, null],
  ]);
});

test("a start goes on where a recording, or the database, fails", async () => {
  const { closed, recordings } = openWorld({ broken: "broken" });
  await completeLeftOpen({
    store: { leftOpen: async () => [call("broken")], closeRecording: closed },
    recordings,
    ...unmasked,
    log,
  });
  expect(closed).not.toHaveBeenCalled();
  const away = { leftOpen: () => Promise.reject(new Error("away")), closeRecording: closed };
  await expect(completeLeftOpen({ store: away, recordings, ...unmasked, log })).resolves.toBeUndefined();
});

test("a recording that was withheld may be heard once it is masked, and not before", async () => {
  const { closed, recordings } = openWorld({ ours: 4_000 });
  const store = { leftOpen: async () => [call("ours", { masked: "sealed" })], closeRecording: closed };
  await completeLeftOpen({ store, recordings, ...unmasked, maskSound: async () => false, log });
  expect(closed).not.toHaveBeenCalled();
  await completeLeftOpen({ store, recordings, ...unmasked, log });
  expect(closed).toHaveBeenCalledWith({ id: "ours", workspaceId: "w" }, "ours");
});
