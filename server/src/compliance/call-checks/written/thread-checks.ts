/** Threads are checked against the rules of their workspace, part by part; people are told of failures. */
import { type CheckRuleDraft, MOST_CALLS_JUDGED, type ThreadChannel } from "@ongea/contract";
import { countryOf, isPhoneNumber } from "../../../platform/phone-number/phone-number.ts";
import { closedAt } from "../../country-packs/calling-hours.ts";
import type { CountryPacks } from "../../country-packs/country-packs.ts";
import type { DoNotCallStore } from "../../do-not-call/store.ts";
import type { AlertPeople } from "../alerts.ts";
import { type CallJudge, isSampled, judgeTurns, type JudgedRule, type JudgedTurn, mayPass, TRIED } from "../judged.ts";
import type { CheckRuleRow } from "../store.ts";
import { type CheckedInWriting, type CheckedPart, checkThread, concernsThread, type WrittenMessage } from "./check-thread.ts";
import type { ThreadCheckStore, ThreadResult } from "./store.ts";

/** What was written in a thread since it was checked last. */
export interface ThreadPart {
  id: string;
  workspaceId: string;
  agentId: string;
  channel: ThreadChannel;
  address: string;
  lastAt: Date;
  earlier: CheckedPart["earlier"];
  /** The oldest first. */
  messages: readonly PartMessage[];
}

export interface PartMessage extends Pick<WrittenMessage, "id" | "author" | "text" | "begins"> {
  /** When it was handed to its provider; null: it was not. */
  sentAt: Date | null;
}

/** What threads join with, once they are opened. */
export interface ThreadsToCheck {
  /** The last that are over, each with its newest messages. */
  recent(workspaceId: string, most: number): AsyncIterable<ThreadPart>;
  those(workspaceId: string, ids: readonly string[]): Promise<Pick<ThreadPart, "id" | "agentId" | "channel">[]>;
}

export interface ThreadChecksParts {
  store: Pick<ThreadCheckStore, "keep">;
  /** Those that are active. */
  rulesOf(workspaceId: string): Promise<readonly CheckRuleRow[]>;
  judge(): CallJudge | undefined;
  alert: AlertPeople;
  packs: Pick<CountryPacks, "hoursOf">;
  doNotCall: Pick<DoNotCallStore, "has">;
}

export interface ThreadChecks {
  /** From now on rules are tried on these. */
  follow(threads: ThreadsToCheck): void;
  /** How it goes by the rules that concern it. Rejects where a judge may answer later. */
  find(part: ThreadPart, job: { mayWait: boolean; signal: AbortSignal }): Promise<readonly ThreadResult[]>;
  /** In a transaction of the caller's. */
  keep(part: ThreadPart, found: readonly ThreadResult[]): Promise<void>;
  /** After the transaction. */
  alert(part: ThreadPart, found: readonly ThreadResult[]): Promise<void>;
  tried(workspaceId: string, draft: CheckRuleDraft, most: number): Promise<Tried[]>;
  those: ThreadsToCheck["those"];
}

interface Tried {
  part: ThreadPart;
  checked: CheckedInWriting;
}

const TRIED_MS = 25_000;

export function createThreadChecks(parts: ThreadChecksParts): ThreadChecks {
  const { store, rulesOf, alert, packs, doNotCall } = parts;
  let threads: ThreadsToCheck | undefined;
  const joined = (): ThreadsToCheck => {
    if (!threads) throw new Error("No threads have joined the checks");
    return threads;
  };

  async function readPart({ workspaceId, agentId, channel, address, earlier, messages }: ThreadPart): Promise<CheckedPart> {
    const number = channel !== "web-chat" && isPhoneNumber(address) ? address : undefined;
    const rules = number && messages.some(({ begins }) => begins) ? (await packs.hoursOf(workspaceId, number)).rules : [];
    const [first] = messages;
    const isOurs = first !== undefined && (first.begins || first.author === "person");
    return {
      direction: isOurs ? "outbound" : "inbound",
      agentId,
      country: number && countryOf(number),
      earlier,
      messages: messages.map(({ id, author, text, begins, sentAt }) => ({
        id,
        author,
        text,
        begins,
        isOutsideHours: number && begins && sentAt ? closedAt(rules, sentAt) !== undefined : undefined,
      })),
      isListed: channel === "web-chat" ? undefined : await doNotCall.has(workspaceId, address),
    };
  }

  async function judged(
    rules: readonly JudgedRule[],
    part: ThreadPart & { read: CheckedPart },
    signal: AbortSignal,
  ): Promise<ThreadResult[]> {
    const judge = parts.judge();
    const asked = rules.flatMap(({ id, draft }) => {
      const { kind, criterion } = draft;
      return kind === "judged" && criterion !== undefined && concernsThread(draft, part.read) ? [{ id, criterion }] : [];
    });
    if (!judge || asked.length === 0) return [];
    const found = await judgeTurns(asked, { of: part, turns: part.messages.map(turnOf) }, judge, signal);
    return found.map(({ turn, ...result }) => ({ ...result, messageId: turn?.id ?? null }));
  }

  /** Undefined: it was not judged, or the rule does not concern it. */
  async function triedByJudge(
    draft: CheckRuleDraft,
    part: ThreadPart & { read: CheckedPart },
    signal: AbortSignal,
  ): Promise<Tried | undefined> {
    const [found] = await judged([{ id: TRIED, draft }], part, signal);
    return tried(part, found?.notJudged === null ? found : undefined);
  }

  return {
    follow: (joining) => void (threads = joining),
    async find(part, { mayWait, signal }) {
      const rules = await rulesOf(part.workspaceId);
      if (rules.length === 0 || part.messages.length === 0) return [];
      const read = await readPart(part);
      const found = rules.flatMap(({ id, draft }): ThreadResult[] => {
        const checked = checkThread(draft, read);
        return checked ? [{ ruleId: id, notJudged: null, ...checked }] : [];
      });
      const sampled = rules.filter((rule) => isSampled(part.id, rule));
      const byJudge = await judged(sampled, { ...part, read }, signal);
      signal.throwIfAborted();
      if (mayWait && byJudge.some(mayPass)) throw new Error("The judge did not answer");
      return [...found, ...byJudge];
    },
    async keep(part, found) {
      const last = part.messages.at(-1);
      if (last && found.length > 0) await store.keep({ ...part, lastMessageId: last.id }, found);
    },
    async alert({ workspaceId, agentId, id }, found) {
      const failed = found.find(({ passed, notJudged }) => !passed && !notJudged);
      if (!failed) return;
      const data = { thread_id: id };
      await alert({ workspaceId, agentId, subject: { kind: "thread", id }, data }, await rulesOf(workspaceId), found);
    },
    async tried(workspaceId, draft, most) {
      const isJudged = draft.kind === "judged";
      const found: Promise<Tried | undefined>[] = [];
      if (draft.applies_to === "calls") return [];
      const signal = AbortSignal.timeout(TRIED_MS);
      for await (const part of joined().recent(workspaceId, isJudged ? MOST_CALLS_JUDGED : most)) {
        const read = await readPart(part);
        found.push(
          isJudged ? triedByJudge(draft, { ...part, read }, signal) : Promise.resolve(tried(part, checkThread(draft, read))),
        );
      }
      return (await Promise.all(found)).flatMap((one) => one ?? []);
    },
    those: (workspaceId, ids) => joined().those(workspaceId, ids),
  };
}

function tried(part: ThreadPart, checked: CheckedInWriting | undefined): Tried | undefined {
  return checked && { part, checked };
}

/** Words of the team's people are no words of the agent. */
function turnOf({ id, author, text }: PartMessage): JudgedTurn & { id: string } {
  if (author === "person") return { id, by: "tool", text: `A person of the organisation: ${text}` };
  return { id, by: author === "agent" ? "agent" : "caller", text };
}
