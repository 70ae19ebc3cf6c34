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
import { answerQueue, MOST_ATTEMPTS } from "../messages/queue.ts";
import type { MessageRow, ThreadKey, ThreadRow, ThreadStore, Unanswered } from "../messages/store.ts";
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
  parts.jobs.work(answerQueue, (key, job) => withPreparedStatements(() => answer(key, job)), { atOnce: WAITING_AT_ONCE });

  async function answer(key: ThreadKey, job: Job): Promise<void> {
    const waiting = await untilQuiet(key, job.signal);
    if (waiting) await places.run(() => answerQuiet(key, waiting, job));
  }

  async function answerQuiet(key: ThreadKey, waiting: Unanswered, { attempts, signal }: Job): Promise<void> {
    signal.throwIfAborted();
    const thread = await store.claim(key, CLAIMED_SECONDS);
    if (!thread) throw new NotNow(2);
    try {
      const most = thread.channel === "email" ? MOST_MAIL_ANSWERS : MOST_ANSWERS;
      const isAllowed = waiting.answers < most && (await mayPay(thread));
      if (isAllowed) await say(thread, signal);
      else await callPerson(thread);
    } catch (error) {
      if (attempts < MOST_ATTEMPTS || signal.aborted) throw error;
      log.warn({ err: error, threadId: key.id }, "An agent could not answer a message; a person is wanted");
      await callPerson(thread);
    } finally {
      await store.release(key);
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

  async function say(thread: ThreadRow, signal: AbortSignal): Promise<void> {
    const written = await store.after(thread, thread.answeredUpTo);
    const newest = written.at(-1);
    if (newest === undefined) return;
    const held = unstored.get(thread.id);
    const isHeld = held !== undefined && held.to.position > thread.answeredUpTo;
    const given = isHeld ? held : await answerTo(thread, { written, newest }, signal);
    keepUnstored(thread.id, given);
    await storeAnswer(thread, given);
    unstored.delete(thread.id);
    threads.tell(thread);
  }

  async function answerTo(
    thread: ThreadRow,
    { written, newest }: { written: readonly MessageRow[]; newest: MessageRow },
    signal: AbortSignal,
  ): Promise<Given> {
    const told = (await store.earlier(thread, thread.answeredUpTo)).map(store.whole);
    const text = written.map((one) => store.whole(one).text).join("\n");
    return { to: newest, answer: await agent.answer(thread, { told, text }, signal) };
  }

  /** A thread that a person has taken over keeps silent; what the model took is charged all the same. */
  async function storeAnswer(thread: ThreadRow, { to, answer }: Given): Promise<void> {
    const { cents, agentName: note } = answer;
    await tenancy.together(thread.workspaceId, async () => {
      if ((await store.lock(thread))?.state === "open") await add(thread, { to, answer });
      // Last: from here on the workspace's calls wait for its balance.
      await charge(thread.workspaceId, { cents, note, subject: to.id });
    });
  }

  async function add(thread: ThreadRow, { to, answer }: Given): Promise<void> {
    const last = to.position;
    const trace = { messages: answer.messages, ran: answer.ran };
    const end = await store.end(thread);
    let position = last;
    if (answer.text.trim() !== "") {
      const { row } = await post(thread, { author: "agent", text: answer.text, trace });
      position = row.position;
      const { workspaceId, agentId } = thread;
      const asked = { messageId: to.id, threadId: thread.id, at: to.createdAt, question: to.text };
      await gaps.noteWritten(tenancy.of(workspaceId), { workspaceId, agentId, ...asked, answer: row.text });
    }
    const state = answer.wantsPerson ? "waiting" : answer.isLast && end === last ? "closed" : "open";
    await store.change(thread, { state, language: answer.language, answeredUpTo: last });
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
