/** A report that looks for its message in the moment in which the provider's answer is stored. */
import { expect, test, vi } from "vitest";
import { createIncoming } from "./incoming.ts";

test("is found at the second look; one of a message that nobody sent is refused", async () => {
  const row = { workspaceId: "w", id: "m", threadId: "t" };
  const [byRef, report] = [vi.fn<() => Promise<unknown>>(), vi.fn<() => Promise<unknown>>().mockResolvedValue([row])];
  const send = vi.fn<() => void>();
  const incoming = createIncoming({
    deliveries: { byRef, report, isAsking: async () => false },
    jobs: { send, work: () => undefined },
    tenancy: { together: (_: string, work: () => Promise<unknown>) => work() },
    threadOf: async () => ({ id: "t" }),
    threads: { tell: () => undefined },
    webhooks: { changed: async () => undefined },
  } as never);
  const told = { kind: "report", ref: "A1", to: "", state: "delivered", reason: null } as const;
  byRef.mockResolvedValueOnce(undefined).mockResolvedValueOnce(row);
  await incoming.take({ workspaceId: "w", id: "s" } as never, told);
  expect(report).toHaveBeenCalledExactlyOnceWith(row, { state: "delivered", reason: null });
  byRef.mockResolvedValue(undefined);
  await expect(incoming.take({ workspaceId: "w", id: "s" } as never, told)).rejects.toMatchObject({ code: "message.not_found" });
  expect(send).not.toHaveBeenCalled();
});
