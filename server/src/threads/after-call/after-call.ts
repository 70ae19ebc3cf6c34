/** Follows calls that are over by a text message to their person, each rule once a call; a job waits for what is found out of the call. */
import { z } from "zod";
import { filled } from "../../agents/index.ts";
import type { CallRow, CallsDomain } from "../../calls/index.ts";
import { isAnalysisAwaited, type Campaigns } from "../../campaigns/index.ts";
import type { MessageGate } from "../../compliance/index.ts";
import type { Contacts } from "../../contacts/index.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { orRefusal, Refusal } from "../../platform/http/refuse.ts";
import type { Job, Jobs } from "../../platform/jobs/jobs.ts";
import { NotNow, type Queue } from "../../platform/jobs/queue.ts";
import type { Log } from "../../platform/log/log.ts";
import { isPhoneNumber } from "../../platform/phone-number/phone-number.ts";
import type { Threads } from "../messages/threads.ts";
import type { CallMessageRow, CallMessageStore } from "./store.ts";
import { readValues } from "./values.ts";
import { uuidOf } from "../../platform/uuid-of.ts";

interface CallKey {
  id: string;
  workspaceId: string;
}

export interface AfterCallParts {
  store: Pick<CallMessageStore, "ofAgents">;
  calls: { archive: Pick<CallsDomain["archive"], "ended" | "read">; goals: Pick<CallsDomain["goals"], "reachedBy"> };
  contacts: Pick<Contacts, "knownOf">;
  gate: Pick<MessageGate, "admit">;
  threads: Pick<Threads, "begin" | "tell">;
  tenancy: Pick<Tenancy, "together">;
  jobs: Pick<Jobs, "send" | "work">;
  log: Pick<Log, "info">;
}

export const afterCallQueue: Queue<CallKey> = {
  name: "call-message",
  data: z.object({ id: z.uuid(), workspaceId: z.uuid() }),
  takesSeconds: 30,
  againAfterSeconds: (attempts) => [5, 30, 120, 600][attempts - 1],
};

const LOOK_AGAIN_SECONDS = 5;
/** Of a filled text; what is longer is cut. */
export const LONGEST_TEXT = 2_000;

export interface FollowingParts {
  campaigns: { messages: Pick<Campaigns["messages"], "following"> };
}

/** What must be done in the transaction of a call's end: one job for each call that a rule is about. */
export function createFollowing({ store, jobs, campaigns }: Pick<AfterCallParts, "store" | "jobs"> & FollowingParts) {
  return async (_db: unknown, workspaceId: string, ended: readonly CallRow[]): Promise<void> => {
    const calls = ended.filter(
      // A missed call is answered by its number.
      ({ agentId, person, traits }) => agentId !== null && isPhoneNumber(person) && !traits.missed,
    );
    if (calls.length === 0) return;
    const ruled = new Set(
      (
        await store.ofAgents(
          workspaceId,
          calls.flatMap(({ agentId }) => agentId ?? []),
        )
      ).map((one) => one.agentId),
    );
    const ofRules = calls.filter(({ agentId }) => ruled.has(agentId ?? ""));
    const batchIds = ofRules.flatMap(({ batchId }) => batchId ?? []);
    // A batch that writes after its calls does so itself, once.
    const following = await campaigns.messages.following(workspaceId, batchIds);
    for (const { id, batchId } of ofRules)
      if (!following.has(batchId ?? "")) await jobs.send(afterCallQueue, { id, workspaceId });
  };
}

export function startFollowing(parts: AfterCallParts): void {
  const { store, calls, contacts, gate, threads, tenancy, jobs, log } = parts;
  jobs.work(afterCallQueue, follow, { atOnce: 2 });

  async function follow({ id, workspaceId }: CallKey, _job: Job): Promise<void> {
    const [call] = await calls.archive.ended(workspaceId, [id]);
    if (!call?.agentId || !isPhoneNumber(call.person)) return;
    const rules = (await store.ofAgents(workspaceId, [call.agentId])).filter(({ when }) => isFollowed(call, when));
    if (rules.length === 0) return;
    const { values, made } = await readValues({ calls, contacts }, call);
    if (rules.some(isOfAnalysis) && isAnalysisAwaited(call, made)) throw new NotNow(LOOK_AGAIN_SECONDS);
    for (const rule of rules) if (await holds(rule, call)) await write(rule, call, filled(rule.text, values).trim());
  }

  async function holds({ when, goal }: CallMessageRow, { id, workspaceId }: CallRow): Promise<boolean> {
    if (goal === null) return true;
    const isReached = (await calls.goals.reachedBy(workspaceId, [id], goal)).length > 0;
    return isReached === (when === "reached");
  }

  async function write(rule: CallMessageRow, { id, workspaceId, person }: CallRow, text: string): Promise<void> {
    const { agentId, senderId } = rule;
    const address = text === "" ? undefined : await orRefusal(gate.admit({ workspaceId, agentId: rule.agentId }, person ?? ""));
    if (address === undefined || address instanceof Refusal) {
      log.info({ callId: id, code: address?.code }, "A call is not followed by a message");
      return;
    }
    const begun = await tenancy.together(workspaceId, () =>
      threads.begin({
        workspaceId,
        channel: "sms",
        address,
        senderId,
        agentId,
        clientId: idOf(rule.id, id),
        text: text.slice(0, LONGEST_TEXT),
        author: "agent",
        authorName: "",
      }),
    );
    if (begun.isNew) threads.tell(begun.thread);
  }
}

/** A rule's occasion is about this call; whether it reached the goal is another question. */
export function isFollowed({ answeredAt }: CallRow, when: CallMessageRow["when"]): boolean {
  return (when === "unanswered") === (answeredAt === null);
}

function isOfAnalysis({ goal, text }: CallMessageRow): boolean {
  return goal?.kind === "fact" || /\{\s*(?:call\.summary|facts\.)/.test(text);
}

/** The same rule after the same call is the same message. */
function idOf(ruleId: string, callId: string): string {
  return uuidOf(`${ruleId} ${callId}`);
}
