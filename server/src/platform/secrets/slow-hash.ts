/**
 * Slow hashes of passwords and codes (scrypt), in a thread and a queue of their own. Node's own asynchronous ones share a pool of four
 * threads with name look-ups and files: a few hundred wrong passwords would hold up everybody.
 */
import type { RefusalCode } from "@ongea/contract";
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Worker } from "node:worker_threads";
import { refuse, type Refusal } from "../http/refuse.ts";
import { startThread } from "../thread.ts";

export interface SlowHashTask extends Work {
  id: number;
}

export interface SlowHashAnswer {
  id: number;
  key: Uint8Array;
}

interface Work {
  text: string;
  salt: string;
  cost: number;
  blockSize: number;
  bytes: number;
}

export interface SlowHash {
  /** A new password's hash, with its salt. */
  hashPassword(password: string): Promise<string>;
  /** Refuses with "request.too_many" when too many wait already, with "server.busy" when it takes too long. */
  verifyPassword(given: { hash: string; password: string }): Promise<boolean>;
  /** Of a short code, with a salt that is kept beside it. Refuses as above. */
  hashCode(code: string, salt: string): Promise<Buffer>;
  stop(): Promise<void>;
}

/** As the library has it, so that hashes of either read the other's. */
const PASSWORD = { cost: 16_384, blockSize: 16, bytes: 64 };
const CODE = { cost: 16_384, blockSize: 8, bytes: 32 };
/** About two seconds of work. A new password waits longer: the link that leads to it is used up already. */
const MOST_WAITING = 32;
const MOST_WAITING_NEW = 64;
const RETRY_AFTER_S = 2;
const ANSWER_TIMEOUT_MS = 30_000;

function later(code: RefusalCode): Refusal {
  const refusal = refuse(code);
  refusal.retryAfterSeconds = RETRY_AFTER_S;
  return refusal;
}

export function createSlowHash(answerTimeoutMs: number = ANSWER_TIMEOUT_MS): SlowHash {
  const waiting = new Map<number, { answer(key: Uint8Array): void; fail(error: Error): void }>();
  let worker: Worker | undefined;
  let lastId = 0;

  function run(work: Work, most: number): Promise<Buffer> {
    if (waiting.size >= most) return Promise.reject(later("request.too_many"));
    const id = ++lastId;
    return new Promise<Buffer>((resolve, reject) => {
      const late = setTimeout(() => settle()?.fail(later("server.busy")), answerTimeoutMs);
      const settle = () => {
        clearTimeout(late);
        const entry = waiting.get(id);
        waiting.delete(id);
        return entry;
      };
      waiting.set(id, {
        answer: (key) => void (settle(), resolve(Buffer.from(key))),
        fail: (error) => void (settle(), reject(error)),
      });
      thread().postMessage({ id, ...work } satisfies SlowHashTask);
    });
  }

  /** One that has ended is started again by the next who needs it. */
  function thread(): Worker {
    if (worker) return worker;
    const fresh = startThread(new URL("./slow-hash-worker.ts", import.meta.url), {});
    fresh.unref();
    fresh.on("message", ({ id, key }: SlowHashAnswer) => waiting.get(id)?.answer(key));
    fresh.on("error", () => undefined);
    fresh.on("exit", () => {
      if (worker === fresh) worker = undefined;
      for (const entry of waiting.values()) entry.fail(later("server.busy"));
    });
    worker = fresh;
    return fresh;
  }

  const keyOf = (password: string, salt: string, most: number): Promise<Buffer> =>
    run({ text: password.normalize("NFKC"), salt, ...PASSWORD }, most);
  return {
    async hashPassword(password) {
      const salt = randomBytes(16).toString("hex");
      return `${salt}:${(await keyOf(password, salt, MOST_WAITING_NEW)).toString("hex")}`;
    },
    async verifyPassword({ hash, password }) {
      const [salt = "", key = ""] = hash.split(":");
      const expected = Buffer.from(key, "hex");
      const given = await keyOf(password, salt, MOST_WAITING);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
    hashCode: (code, salt) => run({ text: code, salt, ...CODE }, MOST_WAITING),
    async stop() {
      await worker?.terminate();
    },
  };
}
