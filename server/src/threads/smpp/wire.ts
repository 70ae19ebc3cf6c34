// oxlint-disable-next-line typescript/triple-slash-reference -- the package has no types; rooms beside the server read this file, too
/// <reference path="./smpp.d.ts" />
/** SMPP 3.4 on one socket: the only user of the package `smpp`. What comes from it is parsed; an answer that is missing is told apart. */
import type { Socket } from "node:net";
import smpp, { type PDU } from "smpp";
import { z } from "zod";

export const STATUS = { ok: 0, badLength: 0x02, badCommand: 0x03, badSource: 0x0a, badTarget: 0x0b, notNow: 0x64 } as const;

const Octet = z.number().int().min(0).max(255);
const DeliverSm = z.object({
  source_addr_ton: Octet,
  source_addr: z.string().max(65),
  destination_addr: z.string().max(65),
  esm_class: Octet,
  data_coding: Octet,
  short_message: z.instanceof(Buffer).default(Buffer.alloc(0)),
  message_payload: z.instanceof(Buffer).optional(),
  receipted_message_id: z.string().max(65).optional(),
  message_state: Octet.optional(),
  sar_msg_ref_num: z.number().optional(),
  sar_total_segments: Octet.optional(),
  sar_segment_seqnum: Octet.optional(),
});
/** What an SMSC delivers: a person's words, or a receipt. */
export type DeliverSm = z.output<typeof DeliverSm>;

const Answer = z.object({ command_status: z.number(), message_id: z.string().max(65).catch("") });

export type Answered =
  | { kind: "answer"; status: number; messageId: string }
  /** Nothing was written. */
  | { kind: "unsent" }
  /** It was written, and nobody knows what became of it. */
  | { kind: "lost" };

/** Status of the answer; `written`: once the answer has left. Never rejects. */
export interface Taken {
  status: number;
  written?: (() => Promise<void>) | undefined;
}

export interface Wire {
  ask(command: string, fields: Record<string, unknown>, limitMs: number): Promise<Answered>;
  /** Says goodbye and closes. */
  unbind(limitMs: number): Promise<void>;
  close(): void;
  /** The other side has shown life since then. By the monotonic clock. */
  heardMs(): number;
  ended: Promise<void>;
}

/** Beyond so many the socket is read no further until one is done. */
const MOST_WAITING = 50;
const DELIVERIES: ReadonlySet<string> = new Set(["deliver_sm", "data_sm"]);

// The package would decode texts by guesses of its own; as bytes they are read by `text.ts`.
for (const command of ["deliver_sm", "submit_sm"]) delete smpp.commands[command]?.params?.["short_message"]?.filter;
delete smpp.tlvs["message_payload"]?.filter;

/** `take` never rejects; one after the other, in the order of the socket. */
export function openWire(socket: Socket, take: (delivered: DeliverSm) => Promise<Taken>): Wire {
  const session = new smpp.Session({ socket });
  const asked = new Map<number, (answered: Answered) => void>();
  let [heardMs, waiting, last, isOpen] = [performance.now(), 0, Promise.resolve(), true];
  const ended = new Promise<void>((resolve) =>
    session.on("close", () => {
      isOpen = false;
      for (const lost of asked.values()) lost({ kind: "lost" });
      asked.clear();
      resolve();
    }),
  );
  const close = (): void => {
    isOpen = false;
    session.destroy();
  };
  // After what it cannot read the package reads no further.
  session.on("error", close);
  session.on("pdu", (pdu: PDU) => {
    heardMs = performance.now();
    try {
      received(pdu);
    } catch {
      close();
    }
  });

  function received(pdu: PDU): void {
    if (pdu.isResponse()) return answered(pdu);
    if (DELIVERIES.has(pdu.command)) return delivered(pdu);
    if (pdu.command === "alert_notification" || pdu.command === "outbind") return;
    const isKnown = pdu.command === "enquire_link" || pdu.command === "unbind";
    session.send(pdu.response(isKnown ? {} : { command_status: STATUS.badCommand }));
    if (pdu.command === "unbind") session.close();
  }

  function answered(pdu: PDU): void {
    const resolve = asked.get(pdu.sequence_number);
    asked.delete(pdu.sequence_number);
    const { command_status: status, message_id: messageId } = Answer.parse(pdu);
    resolve?.({ kind: "answer", status, messageId });
  }

  function delivered(pdu: PDU): void {
    const parsed = DeliverSm.safeParse(pdu);
    if (!parsed.success) return void session.send(pdu.response({ command_status: STATUS.badLength }));
    if (++waiting >= MOST_WAITING) session.pause();
    last = last.then(async () => {
      const { status, written } = await take(parsed.data);
      const hasLeft = await new Promise<boolean>((resolve) => {
        const response = pdu.response({ command_status: status });
        if (!session.send(response, undefined, () => resolve(!socket.destroyed))) resolve(false);
      });
      if (hasLeft) await written?.();
      if (--waiting < MOST_WAITING && isOpen) session.resume();
    }, close);
  }

  async function ask(command: string, fields: Record<string, unknown>, limitMs: number): Promise<Answered> {
    const pdu = new smpp.PDU(command, fields);
    return new Promise<Answered>((resolve) => {
      if (!isOpen || !session.send(pdu)) return resolve({ kind: "unsent" });
      const timer = setTimeout(() => {
        asked.delete(pdu.sequence_number);
        resolve({ kind: "lost" });
      }, limitMs).unref();
      asked.set(pdu.sequence_number, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
    });
  }

  return {
    ask,
    async unbind(limitMs) {
      if (isOpen) await ask("unbind", {}, limitMs);
      close();
    },
    close,
    heardMs: () => heardMs,
    ended,
  };
}
