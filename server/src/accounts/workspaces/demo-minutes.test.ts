import { expect, test, vi } from "vitest";
import { createDemoRoom, type DemoRoomParts } from "./demo-minutes.ts";

function openRoom(nearlyFull = vi.fn<DemoRoomParts["nearlyFull"]>(async () => undefined)) {
  let usedMinutes = 0;
  const room = createDemoRoom({ secondsOf: async () => usedMinutes * 60, mostMinutes: 100, nearlyFull });
  return { room, nearlyFull, use: (minutes: number) => void (usedMinutes = minutes) };
}

test("a demo workspace is told when four fifths of its time are used, once, and refused when all of it is", async () => {
  const { room, nearlyFull, use } = openRoom();
  use(79);
  await room.check("w");
  expect(nearlyFull).not.toHaveBeenCalled();
  use(81.5);
  await room.check("w");
  await room.check("w");
  expect(nearlyFull.mock.calls).toEqual([["w", { minutes: 18 }]]);
  use(100);
  await expect(room.check("w")).rejects.toMatchObject({ code: "demo.used_up" });
});

test("where nobody could be told, the call goes on and the next one tells", async () => {
  const { room, nearlyFull, use } = openRoom(vi.fn<DemoRoomParts["nearlyFull"]>(() => Promise.reject(new Error("away"))));
  use(90);
  await expect(room.check("w")).resolves.toBeUndefined();
  await room.check("w");
  expect(nearlyFull).toHaveBeenCalledTimes(2);
});
