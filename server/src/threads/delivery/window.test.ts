import fc from "fast-check";
import { expect, test } from "vitest";
import { createMessageGate } from "../../compliance/index.ts";
import type { Sent } from "../../contacts/channels/channel.ts";
import { createFakeSms } from "../../contacts/channels/testing/sms-peer.ts";
import { deliverQueue } from "../messages/queue.ts";
import { startDelivering, type OutgoingParts } from "./outgoing.ts";

interface Handing {
  /** Since the person has written. */
  silentHours: number;
  author: "agent" | "person";
  /** For so long a person of the organisation may write on this channel. */
  personsWindowHours: number;
  /** The person has written in the thread. */
  hasWritten: boolean;
  verdict: string;
  /** What the channel answers instead of sending. */
  sends: Sent;
  /** The organisation begins with it. */
  begins: boolean;
  hasWindow: boolean;
  template: object | null;
  gate: OutgoingParts["gate"];
}

/** Hands one message of a thread to a channel with a window. */
async function handed({ sends, silentHours = 1, hasWritten = true, verdict = "send", ...more }: Partial<Handing>) {
  const peer = createFakeSms();
  const settled: object[] = [];
  const createdAt = new Date();
  const message = {
    id: "m",
    workspaceId: "w",
    threadId: "t",
    text: "Hello",
    begins: more.begins ?? false,
    template: more.template ?? null,
    author: more.author ?? "agent",
    batchId: null,
    askedAt: null,
    segments: 1,
    createdAt,
  };
  const thread = { id: "t", workspaceId: "w", agentId: "a", senderId: "s", address: "+254712000001" };
  const deliveries = {
    waiting: async () => ({ message, thread, silentHours: hasWritten ? silentHours : null }),
    claim: async () => true,
    release: async () => undefined,
    settle: async (_: unknown, outcome: object) => (settled.push(outcome), []),
  };
  let work: (key: object, job: object) => Promise<void> = async () => undefined;
  const parts = {
    deliveries,
    senders: { recent: async () => ({ id: "s", sender: "1", provider: "whatsapp", hook: "h" }) },
    channelOf: async () => ({
      ...peer.channel(),
      hasWindow: more.hasWindow ?? true,
      personsWindowHours: more.personsWindowHours,
      ...(sends && { send: async () => sends }),
    }),
    gate: more.gate ?? { judge: async ({ begins }: { begins?: object }) => ({ kind: begins ? verdict : "send" }) },
    agents: { present: async () => ({ id: "a", document: {} }) },
    threads: { tell: () => undefined },
    webhooks: { changed: async () => undefined, wants: async () => false },
    tenancy: { together: async (_: string, does: () => Promise<unknown>) => does() },
    jobs: { work: (queue: object, does: typeof work) => void (queue === deliverQueue && (work = does)) },
    checkMoney: async () => undefined,
    isFree: true,
    charge: async () => undefined,
    publicUrl: undefined,
  };
  startDelivering(parts as unknown as OutgoingParts);
  await work({ workspaceId: "w", id: "m" }, { attempts: 1, signal: new AbortController().signal });
  return { left: peer.left.length, settled };
}

test("free text leaves only within the window; outside it nothing leaves, and the reason is kept", async () => {
  expect(await handed({ silentHours: 23.9 })).toMatchObject({ left: 1, settled: [{ state: "sent" }] });
  const closed = { left: 0, settled: [{ state: "failed", reason: "window_closed" }] };
  expect(await handed({ silentHours: 24.1 })).toEqual(closed);
});

test("where a channel lets people of the organisation write for longer, they may, and the agent may not", async () => {
  const within = { silentHours: 100, personsWindowHours: 168 };
  const closed = { left: 0, settled: [{ state: "failed", reason: "window_closed" }] };
  expect(await handed({ ...within, author: "person" })).toMatchObject({ left: 1 });
  expect(await handed({ ...within, author: "agent" })).toEqual(closed);
  expect(await handed({ ...within, silentHours: 169, author: "person" })).toEqual(closed);
  expect(await handed({ silentHours: 100, author: "person" })).toEqual(closed);
});

test("where a consent is missing only an answer leaves: not what follows in a thread that the person never wrote in", async () => {
  expect(await handed({ verdict: "no consent" })).toMatchObject({ left: 1 });
  const refused = { left: 0, settled: [{ state: "failed", reason: "no_consent" }] };
  expect(await handed({ verdict: "no consent", hasWritten: false })).toEqual(refused);
});

test("a provider that says when it takes more is asked then; without that the delay grows", async () => {
  await expect(handed({ sends: { kind: "later", afterSeconds: 7 } })).rejects.toMatchObject({ afterSeconds: 7 });
  await expect(handed({ sends: { kind: "later", afterSeconds: 90_000 } })).rejects.toMatchObject({ afterSeconds: 3_600 });
  await expect(handed({ sends: { kind: "later" } })).rejects.toThrow("could not take");
});

const NUMBER = "+254712000001";
const CLOSED = { until: new Date(0), country: "KE", timeZone: "Africa/Nairobi", time: "22:05", today: null };

test(
  "of 20,000 messages none leaves against an opt-out, a missing consent, quiet hours or a closed window",
  { timeout: 120_000 },
  async () => {
    const world = fc.record({
      listed: fc.boolean(),
      required: fc.boolean(),
      given: fc.boolean(),
      isQuiet: fc.boolean(),
      silentHours: fc.double({ min: 0, max: 400, noNaN: true }),
      author: fc.constantFrom("agent" as const, "person" as const),
      hasPersonsWindow: fc.boolean(),
      hasWritten: fc.boolean(),
      begins: fc.boolean(),
      hasWindow: fc.boolean(),
      isTemplate: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(world, async (one) => {
        const gate = createMessageGate({
          standing: async () => ({ isDemo: false, isAdmitted: true }),
          hasProvenOwner: async () => true,
          isListed: async (_workspace, to) => one.listed && to === NUMBER,
          countries: ["KE"],
          consents: { judge: async () => ({ required: one.required, ...(one.given && { id: "c" }) }) },
          opening: { closed: async () => (one.isQuiet ? CLOSED : undefined), there: async () => undefined },
          now: () => new Date(),
        });
        const { silentHours, author, hasWritten, begins, hasWindow } = one;
        const personsWindowHours = one.hasPersonsWindow ? 168 : 0;
        const template = one.isTemplate ? { name: "t" } : null;
        const of = { silentHours, author, personsWindowHours, hasWritten, begins, hasWindow, template, gate };
        const { left } = await handed(of).catch(() => ({ left: 0 }));
        const isOpen = hasWritten && silentHours < (author === "person" ? Math.max(24, personsWindowHours) : 24);
        const isBeginning = begins || !hasWritten;
        const mayLeave =
          !one.listed &&
          !(isBeginning && ((one.required && !one.given) || one.isQuiet)) &&
          (isOpen || one.isTemplate || !hasWindow);
        expect(left).toBe(mayLeave ? 1 : 0);
      }),
      { numRuns: 20_000 },
    );
  },
);
