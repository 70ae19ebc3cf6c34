/** Answers threads, one answer at a time each: it waits until the person has written all, and gives way to a person who takes over. */
import { setTimeout as wait } from "node:timers/promises";
import type { Insights } from "../../insights/index.ts";
import { withPreparedStatements } from "../../platform/database/prepared-statements.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { createPlaces } from "../../platform/async/places.ts";
import { Refusal } from "../../platform/http/refuse.ts";
import type { Job, Jobs } from "../../platform/jobs/jobs.ts";
import { NotNow } from "../../platform/jobs/queue.ts";
import type { Log } from "../../platform/log/log.ts";
import type { createPost } from "../messages/post.ts";
import { answerQueue, type AnswerOrder, MOST_ATTEMPTS } from "../messages/queue.ts";
import type { Change, MessageRow, ThreadKey, ThreadRow, ThreadStore, Unanswered } from "../messages/store.ts";
import type { Threads } from "../messages/threads.ts";
import type { TextAgent, TextAnswer } from "./text-agent.ts";

export interface AnsweringParts {
  store: ThreadStore;
  threads: Pick<Threads, "tell">;
  post: ReturnType<typeof createPost>;
  agent: TextAgent;
  tenancy: Pick<Tenancy, "of" | "together">;
  jobs: Pick<Jobs, "work">;
  /** Refuses a workspace that may spend no more. */
  checkMoney(workspaceId: string): Promise<void>;
  /** Takes what an answer has cost from the balance. The same subject again is the same answer. */
  charge(workspaceId: string, spent: { cents: number; note: string; subject: string }): Promise<void>;
  gaps: Insights["gaps"];
  log: Pick<Log, "warn">;
}

/** Whoever has written nothing more for so long has finished. */
export const QUIET_MS = 1_200;
/** Whoever goes on writing is answered then. */
const PATIENCE_MS = 8_000;
/** In a day, of one thread; after that a person is wanted. */
export const MOST_ANSWERS = 200;
/** … by e-mail, where another machine may write back. */
export const MOST_MAIL_ANSWERS = 20;
/** Answers that are made at the same time. */
const AT_ONCE = 8;
/** … and threads in which it waits meanwhile until the person has written all. */
const WAITING_AT_ONCE = 128;
/** A server that is gone holds a thread up no longer. */
const CLAIMED_SECONDS = answerQueue.takesSeconds + 10;

const MOST_UNSTORED = 200;

/** An answer, and the newest message that it is to. */
interface Given {
  to: MessageRow;
  answer: TextAnswer;
}

export function startAnswering(parts: AnsweringParts): void {
  const { store, threads, post, agent, tenancy, checkMoney, charge, gaps, log } = parts;
  /** Its tools have run: a database that fails makes no second answer. By thread. */
  const unstored = new Map<string, Given>();
  const places = createPlaces(AT_ONCE);
  parts.jobs.work(answerQueue, (key, job) => withPreparedStatements(() => answer(key, job)), {
    atOnce: WAITING_AT_ONCE,
    isRepeatable: true,
  });

  async function answer({ at, ...key }: AnswerOrder, job: Job): Promise<void> {
    // It was written just now, by this server's clock or another's.
    const youngMs = at === undefined ? QUIET_MS : Math.max(0, Date.now() - at);
    if (youngMs < QUIET_MS) await wait(QUIET_MS - youngMs, undefined, { signal: job.signal });
    const waiting = await untilQuiet(key, job.signal);
    if (waiting) await places.run(() => answerQuiet(key, waiting, job));
  }

  async function answerQuiet(key: ThreadKey, waiting: Unanswered, { attempts, signal }: Job): Promise<void> {
    signal.throwIfAborted();
    const thread = await store.claim(key, CLAIMED_SECONDS);
    if (!thread) throw new NotNow(2);
    let isReleased = false;
    try {
      const most = thread.channel === "email" ? MOST_MAIL_ANSWERS : MOST_ANSWERS;
      const isAllowed = waiting.answers < most && (await mayPay(thread));
      if (!isAllowed) await callPerson(thread);
      else if (await say(thread, signal)) isReleased = true;
    } catch (error) {
      if (attempts < MOST_ATTEMPTS || signal.aborted) throw error;
      log.warn({ err: error, threadId: key.id }, "An agent could not answer a message; a person is wanted");
      await callPerson(thread);
    } finally {
      if (!isReleased) await store.release(key);
    }
    // What came meanwhile is answered with its own job, which has waited for this one.
  }

  async function untilQuiet(key: ThreadKey, signal: AbortSignal) {
    for (;;) {
      const waiting = await store.unanswered(key);
      if (!waiting || waiting.newestMs >= QUIET_MS || waiting.oldestMs >= PATIENCE_MS) return waiting;
      await wait(Math.max(20, QUIET_MS - waiting.newestMs), undefined, { signal });
    }
  }

  async function mayPay({ workspaceId, id }: ThreadRow): Promise<boolean> {
    try {
      await checkMoney(workspaceId);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      log.warn({ workspaceId, threadId: id, code: error.code }, "An agent answers no message: its workspace may spend no more");
      return false;
    }
  }

  /** Whether others may answer it again by now. */
  async function say(thread: ThreadRow, signal: AbortSignal): Promise<boolean> {
    const { told, written } = await store.toAnswer(thread);
    const newest = written.at(-1);
    if (newest === undefined) return false;
    const held = unstored.get(thread.id);
    const isHeld = held !== undefined && held.to.position > thread.answeredUpTo;
    const given = isHeld ? held : await answerTo(thread, { told, written, newest }, signal);
    keepUnstored(thread.id, given);
    const isReleased = await storeAnswer(thread, given);
    unstored.delete(thread.id);
    threads.tell(thread);
    return isReleased;
  }

  async function answerTo(
    thread: ThreadRow,
    { told, written, newest }: { told: readonly MessageRow[]; written: readonly MessageRow[]; newest: MessageRow },
    signal: AbortSignal,
  ): Promise<Given> {
    const text = written.map((one) => store.whole(one).text).join("\n");
    return { to: newest, answer: await agent.answer(thread, { told: told.map(store.whole), text }, signal) };
  }

  /** A thread that a person has taken over keeps silent; what the model took is charged all the same. */
  async function storeAnswer(thread: ThreadRow, { to, answer }: Given): Promise<boolean> {
    const { cents, agentName: note } = answer;
    return tenancy.together(thread.workspaceId, async () => {
      const isOpen = (await store.lock(thread))?.state === "open";
      if (isOpen) await add(thread, { to, answer });
      // Last: from here on the workspace's calls wait for its balance.
      await charge(thread.workspaceId, { cents, note, subject: to.id });
      return isOpen;
    });
  }

  async function add(thread: ThreadRow, { to, answer }: Given): Promise<void> {
    const last = to.position;
    const trace = { messages: answer.messages, ran: answer.ran };
    const isLast = answer.isLast && (await store.end(thread)) === last;
    const state = answer.wantsPerson ? "waiting" : isLast ? "closed" : "open";
    // Released with it.
    const change: Change = { state, language: answer.language, answeredUpTo: last, answeringUntil: null };
    let position = last;
    if (answer.text.trim() === "") await store.change(thread, change);
    else {
      const { row } = await post(thread, { author: "agent", text: answer.text, trace, change });
      position = row.position;
      const { workspaceId, agentId } = thread;
      const asked = { messageId: to.id, threadId: thread.id, at: to.createdAt, question: to.text };
      await gaps.noteWritten(tenancy.of(workspaceId), { workspaceId, agentId, ...asked, answer: row.text });
    }
    agent.keep(thread.id, position);
  }

  function keepUnstored(threadId: string, given: Given): void {
    unstored.set(threadId, given);
    for (const oldest of unstored.keys()) if (unstored.size > MOST_UNSTORED) unstored.delete(oldest);
  }

  async function callPerson(thread: ThreadRow): Promise<void> {
    await tenancy.together(thread.workspaceId, async () => {
      if ((await store.lock(thread))?.state === "open") await store.change(thread, { state: "waiting" });
    });
    threads.tell(thread);
  }
}
