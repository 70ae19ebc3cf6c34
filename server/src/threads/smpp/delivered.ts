/** What an SMSC delivers to a sender: words of people, each message once, and receipts of ours. */
import { createHash } from "node:crypto";
import type { SmppSettings } from "@ongea/contract";
import { Refusal } from "../../platform/http/refuse.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Sent } from "../../contacts/index.ts";
import type { Incoming } from "../delivery/incoming.ts";
import type { SenderRow, SenderStore } from "../senders/store.ts";
import { createJoiner, type Sides } from "./joining.ts";
import type { Submitted } from "./link.ts";
import { comparable, isReceipt, type Receipt, receiptIn } from "./receipts.ts";
import type { SmppKey, SmppStore } from "./store.ts";
import { contentOf, decodeText } from "./text.ts";
import { type DeliverSm, STATUS, type Taken } from "./wire.ts";
import { withPlus } from "../../platform/phone-number/phone-number.ts";

export interface DeliveredParts {
  store: Pick<SmppStore, "part" | "addParts" | "delivery" | "answered">;
  senders: Pick<SenderStore, "read">;
  incoming: Pick<Incoming, "take">;
  log: Pick<Log, "info" | "warn">;
}

/** Of one sender, over all its connections. */
export interface Delivering {
  /** Never rejects. */
  take(delivered: DeliverSm, ids: SmppSettings["receipt_ids"]): Promise<Taken>;
  /** Receipts that come before the answer of their part wait for it. Never rejects. */
  sending(submit: () => Promise<Submitted>): Promise<Sent>;
  /** Stores messages of which parts are missing for too long; with `all`, at once. Never rejects. */
  flush(options?: { all: boolean }): Promise<void>;
}

const UNREADABLE = "[unsupported]";
/** An SMSC that waits for so long may have delivered it again meanwhile. */
const SLOW_MS = 5_000;
const SLOW_KEPT_SECONDS = 300;
/** Receipts of parts that came before the answers of the other parts. */
const MOST_EARLY = 1_000;

export function createDelivering(key: SmppKey, parts: DeliveredParts): Delivering {
  const { store, incoming, log } = parts;
  const joiner = createJoiner({ nowMs: () => performance.now() });
  const early = new Map<string, Receipt & { to: string }>();
  let sendings = 0;

  async function takeText({ from, to, text }: Sides & { text: string }): Promise<Taken> {
    const sinceMs = performance.now();
    const sender = await parts.senders.read(key);
    if (!sender) return { status: STATUS.notNow };
    const hash = createHash("sha256")
      .update(JSON.stringify([from, to, text]))
      .digest("base64url");
    const ref = await store.delivery(key, hash);
    const written = async (): Promise<void> => {
      const isSlow = performance.now() - sinceMs > SLOW_MS;
      await store.answered(key, hash, isSlow ? SLOW_KEPT_SECONDS : 0).catch(() => undefined);
    };
    return { status: await taken(sender, { from, to, text, ref }), written };
  }

  /** The status that says so. Rejects with what is no refusal. */
  async function taken(sender: SenderRow, message: Sides & { text: string; ref: string }): Promise<number> {
    try {
      await incoming.take(sender, { kind: "message", ...message });
      return STATUS.ok;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      log.info({ code: error.code, senderId: key.id }, "A message of an SMSC is left out");
      return error.code === "message.wrong_number" ? STATUS.badTarget : STATUS.ok;
    }
  }

  async function takeReceipt(receipt: Receipt & { to: string }): Promise<void> {
    const sender = await parts.senders.read(key);
    if (!sender) return;
    const { ref, to } = receipt;
    const part = await store.part(key, ref, receipt.state === "delivered");
    if (part && receipt.state === "delivered" && !part.isWhole) return;
    if (!part && sendings > 0 && early.size < MOST_EARLY) return void early.set(ref, receipt);
    try {
      const { state } = receipt;
      const about = { kind: "report", ref: part?.messageRef ?? ref, to } as const;
      await incoming.take(
        sender,
        state === "failed" ? { ...about, state, reason: receipt.reason } : { ...about, state, reason: null },
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      log.info({ code: error.code, senderId: key.id }, "A receipt is of no message that is known");
    }
  }

  async function receive(delivered: DeliverSm, ids: SmppSettings["receipt_ids"]): Promise<Taken> {
    const from = withPlus(delivered.source_addr);
    if (isReceipt(delivered)) {
      const receipt = receiptIn(delivered, ids);
      if (receipt) await takeReceipt({ ...receipt, to: from });
      return { status: STATUS.ok };
    }
    const sides = { from, to: delivered.destination_addr };
    const { bytes, piece } = contentOf(delivered);
    if (!piece) return takeText({ ...sides, text: decodeText(bytes, delivered.data_coding) ?? UNREADABLE });
    const joined = joiner.add(sides, piece, delivered.data_coding);
    if (joined.kind !== "whole") return { status: STATUS.ok };
    try {
      const result = await takeText({ ...sides, text: joined.text });
      joined.done();
      return result;
    } catch (error) {
      joined.forget();
      throw error;
    }
  }

  async function flush({ all } = { all: false }): Promise<void> {
    for (const one of joiner.takeOverdue({ all })) {
      const result = await takeText(one);
      await result.written?.();
    }
  }

  /** What the message of these parts is known by. */
  async function named(answered: readonly string[]): Promise<string> {
    const refs = answered.map(comparable).filter((ref) => ref !== "");
    const [first = ""] = refs;
    if (refs.length > 1) await store.addParts(key, refs, first);
    return first;
  }

  async function handOn(receipts: readonly (Receipt & { to: string })[]): Promise<void> {
    early.clear();
    for (const receipt of receipts)
      await takeReceipt(receipt).catch((error: unknown) =>
        log.warn({ err: error, senderId: key.id }, "A receipt could not be stored"),
      );
  }

  return {
    async take(delivered, ids) {
      try {
        const result = await receive(delivered, ids);
        await flush();
        return result;
      } catch (error) {
        log.warn({ err: error, senderId: key.id }, "A delivery of an SMSC could not be stored; it delivers it again");
        return { status: STATUS.notNow };
      }
    },
    async sending(submit) {
      sendings++;
      let submitted: Submitted = { kind: "unknown" };
      try {
        submitted = await submit();
        return submitted.kind === "sent" ? { kind: "sent", ref: await named(submitted.refs) } : submitted;
      } catch (error) {
        // It has left all the same; receipts of its parts are then of no message.
        log.warn({ err: error, senderId: key.id }, "The parts of a message were not stored");
        return submitted.kind === "sent" ? { kind: "sent", ref: comparable(submitted.refs[0] ?? "") } : { kind: "unknown" };
      } finally {
        if (--sendings === 0) void handOn([...early.values()]);
      }
    },
    flush: (options) =>
      flush(options).catch((error: unknown) =>
        log.warn({ err: error, senderId: key.id }, "Parts of a message could not be stored"),
      ),
  };
}
