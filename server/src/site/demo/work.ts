/** What a month of work leaves beside the calls: people with names, batches, documents, chats, checks, a key, filters, tests. Pure. */
import { LANGUAGES, type SavedFilter } from "@ongea/contract";
import type { SeededKey } from "../../accounts/index.ts";
import type { SeededThread } from "../../threads/index.ts";
import type { NewStoredWidget } from "../widgets/store.ts";
import type { FreshAgent } from "./agents.ts";
import type { DemoCall } from "./calls.ts";
import { DOCUMENTS } from "./documents.ts";
import { CHATS, PEOPLE } from "./chats.ts";
import { randomOf } from "./random.ts";
import type { DemoContact, DemoDocument, DemoVisitor } from "./seeds.ts";
import { ORGANISATIONS } from "./stories/index.ts";

export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** With tags; the others have a name. */
const TAGGED = 140;
const NOTED = 16;
const AUTHOR = "Demo";
const KEY_LETTERS = 20;
const numberOf = ({ row }: DemoCall): string | null | undefined => (row.direction === "inbound" ? row.fromNumber : row.toNumber);

/** The newest call of each number says who it is. */
export function makeContacts(calls: readonly DemoCall[]): DemoContact[] {
  const known = new Map<string, DemoContact>();
  let noted = 0;
  for (const call of calls) {
    const number = numberOf(call);
    if (!number || known.has(number)) continue;
    const { tag, note } = PEOPLE[call.organisation] ?? { tag: "customer" };
    const isNoted = note !== undefined && call.generated !== null && noted < NOTED && known.size % 5 === 0;
    if (isNoted) noted++;
    known.set(number, {
      number,
      name: call.person,
      language: LANGUAGES.find((language) => language === ORGANISATIONS[call.organisation]?.language) ?? "",
      tags: known.size < TAGGED ? [tag] : [],
      fields: {},
      notes: isNoted ? [{ text: note, author: AUTHOR, at: (call.row.endedAt ?? new Date(0)).toISOString() }] : [],
    });
  }
  return [...known.values()];
}

export function makeDocuments(workspaceId: string, agents: readonly FreshAgent[], now: Date): DemoDocument[] {
  const random = randomOf(`${workspaceId}/documents`);
  return DOCUMENTS.map(({ organisation, title, passages }, at) => ({
    id: random.uuid(),
    title,
    passages,
    agentId: idOf(agents, organisation),
    createdAt: new Date(now.getTime() - (32 - at) * DAY_MS).toISOString(),
  }));
}

export function makeChats(
  workspaceId: string,
  agents: readonly FreshAgent[],
  now: Date,
): { visitors: DemoVisitor[]; threads: SeededThread[] } {
  const random = randomOf(`${workspaceId}/chats`);
  const made = CHATS.map(({ organisation, name, hoursAgo, messages, ...chat }) => {
    const begunMs = now.getTime() - hoursAgo * HOUR_MS;
    const times = messages.map((_, at) => new Date(begunMs + at * 41_000).toISOString());
    const address = random.uuid().replaceAll("-", "");
    const visitor = { id: random.uuid(), visitor: address, name, language: chat.language, at: new Date(begunMs).toISOString() };
    const thread = {
      ...chat,
      id: random.uuid(),
      agentId: idOf(agents, organisation),
      contactId: visitor.id,
      address,
      messages,
      times,
    };
    return { visitor, thread };
  });
  return { visitors: made.map(({ visitor }) => visitor), threads: made.map(({ thread }) => thread) };
}

/** One program places the calls that no batch places: it asked once for each of them. */
export function makeKeys(workspaceId: string, calls: readonly DemoCall[], now: Date): SeededKey[] {
  const placed = calls.filter(({ row }) => row.direction === "outbound" && !row.batchId);
  const days = new Map<string, number>();
  for (const { row } of placed) {
    const day = (row.createdAt ?? now).toISOString().slice(0, 10);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  return [
    {
      id: randomOf(`${workspaceId}/keys`).uuid(),
      name: "Reminders from the CRM",
      scope: "call",
      role: "agent_manager",
      createdAt: new Date(now.getTime() - 32 * DAY_MS).toISOString(),
      lastUsedAt: (placed[0]?.row.createdAt ?? now).toISOString(),
      calls: [...days].map(([day, calls]) => ({ day, calls })),
    },
  ];
}

export function makeFilters(workspaceId: string, agents: readonly FreshAgent[]): Pick<SavedFilter, "id" | "name" | "filter">[] {
  const random = randomOf(`${workspaceId}/filters`);
  return [
    { id: random.uuid(), name: "Failed calls", filter: { status: "failed" } },
    { id: random.uuid(), name: "Umoja Sacco: wadhamini", filter: { agent_id: idOf(agents, 2), q: "wadhamini" } },
  ];
}

export function idOf(agents: readonly FreshAgent[], organisation: number): string {
  const agent = agents[organisation];
  if (!agent) throw new Error("An organisation without its agent");
  return agent.id;
}

/** The buttons of other people's pages by which the chats were written. */
export function makeWidgets(workspaceId: string, agents: readonly FreshAgent[]): NewStoredWidget[] {
  const random = randomOf(`${workspaceId}/widgets`);
  return CHATS.map(({ organisation, page }) => {
    const id = random.uuid();
    const { origin, hostname } = new URL(page);
    const key = `wgt_${id.replaceAll("-", "").slice(0, KEY_LETTERS)}`;
    const looks = { colour: "indigo", position: "end", label: "", language: null } as const;
    const limits = { callsAtOnce: 2, callsPerHour: 30, chat: true } as const;
    return { id, workspaceId, agentId: idOf(agents, organisation), key, name: hostname, origins: [origin], ...looks, ...limits };
  });
}
