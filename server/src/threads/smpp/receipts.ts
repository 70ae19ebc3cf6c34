/** Delivery receipts: by their TLVs, or by the text that SMPP 3.4, appendix B proposes. Pure. */
import type { MessageFailure, SmppSettings } from "@ongea/contract";
import type { DeliverSm } from "./wire.ts";

export type ReceiptState = { state: "sent" | "delivered"; reason: null } | { state: "failed"; reason: MessageFailure };
export type Receipt = { ref: string } & ReceiptState;

const SENT: ReceiptState = { state: "sent", reason: null };
const DELIVERED: ReceiptState = { state: "delivered", reason: null };
const failed = (reason: MessageFailure): ReceiptState => ({ state: "failed", reason });

/** By `message_state` (5.2.28). 7, UNKNOWN: nothing is known, and nothing changes. */
const STATES: Readonly<Record<number, ReceiptState>> = {
  1: SENT,
  2: DELIVERED,
  3: failed("unreachable"),
  4: failed("provider"),
  5: failed("unreachable"),
  6: SENT,
  7: SENT,
  8: failed("blocked"),
};
const WORDS: Readonly<Record<string, number>> = {
  ENROUTE: 1,
  DELIVRD: 2,
  EXPIRED: 3,
  DELETED: 4,
  UNDELIV: 5,
  ACCEPTD: 6,
  UNKNOWN: 7,
  REJECTD: 8,
};

const KIND = 0x3c;
const RECEIPT = 0x04;
const INTERMEDIATE = 0x20;

/** By its class or TLVs alone: a person may write the words of a receipt. */
export function isReceipt({ esm_class: esmClass, receipted_message_id: id, message_state: state }: DeliverSm): boolean {
  const kind = esmClass & KIND;
  return kind === RECEIPT || kind === INTERMEDIATE || (id !== undefined && state !== undefined);
}

/** Undefined: it cannot be read. */
export function receiptIn(delivered: DeliverSm, ids: SmppSettings["receipt_ids"]): Receipt | undefined {
  const { short_message: short, message_payload: payload } = delivered;
  const text = (short.length > 0 ? short : (payload ?? short)).toString("latin1");
  const written = delivered.receipted_message_id ?? /\bid:\s?([^\s:]{1,65})(?=\s|$)/i.exec(text)?.[1];
  const word = /\bstat:\s*([A-Z]{3,10})/i.exec(text)?.[1]?.toUpperCase() ?? "";
  const state = STATES[delivered.message_state ?? WORDS[word] ?? 0];
  if (written === undefined || written === "" || !state) return undefined;
  return { ref: sameAsAnswered(written, ids), ...state };
}

/** As the SMSC named it in its answer. */
function sameAsAnswered(id: string, ids: SmppSettings["receipt_ids"]): string {
  if (ids === "decimal" && /^\d{1,20}$/.test(id)) return comparable(BigInt(id).toString(16));
  if (ids === "hex" && /^[0-9a-f]{1,16}$/i.test(id)) return comparable(BigInt(`0x${id}`).toString());
  return comparable(id);
}

/** Of one number two writings are the same: without leading zeros, in small letters. */
export function comparable(id: string): string {
  return /^[0-9a-f]+$/i.test(id) ? id.toLowerCase().replace(/^0+(?=.)/, "") : id;
}
