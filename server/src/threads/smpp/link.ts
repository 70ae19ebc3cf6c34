/** A bind to an SMSC: parts go out within its window and pace, what it delivers is handed on, and a side that stands still ends it. */
import { randomInt } from "node:crypto";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { MessageFailure, SmppProblem, SmppSettings } from "@ongea/contract";
import { pause } from "../../platform/async/pause.ts";
import { createPlaces } from "../../platform/async/places.ts";
import { addressOf } from "../senders/named-host.ts";
import { createPace } from "./pace.ts";
import { encodeText } from "./text.ts";
import { type Answered, type DeliverSm, openWire, type Taken, type Wire } from "./wire.ts";

export class SmppFailure extends Error {
  readonly problem: SmppProblem;
  constructor(problem: SmppProblem, options?: ErrorOptions) {
    super(`An SMSC was not bound to: ${problem}`, options);
    this.problem = problem;
  }
}

/** What became of all parts of a message. */
export type Submitted =
  /** By the SMSC's names of its parts; empty: it gave none. */
  | { kind: "sent"; refs: string[] }
  | { kind: "refused"; reason: MessageFailure }
  | { kind: "later"; afterSeconds: number }
  | { kind: "unknown" };

export interface SmppLink {
  /** Never rejects. `from`: a number, short code or name; `to`: in E.164. */
  submit(message: { from: string; to: string; text: string }): Promise<Submitted>;
  unbind(): Promise<void>;
  ended: Promise<void>;
}

export interface SmppTiming {
  /** Until the connection stands, and until the bind is answered. */
  connectMs: number;
  /** Of a submit or an enquire_link. */
  answerMs: number;
  /** After so long a silence the other side is asked whether it lives. */
  enquireMs: number;
  /** A message whose last part would leave later is not begun. */
  queueMs: number;
}

const TIMING: SmppTiming = { connectMs: 10_000, answerMs: 10_000, enquireMs: 30_000, queueMs: 4_000 };
const VERSION = 0x34;
const UNBIND_MS = 2_000;

export interface BindParts {
  settings: SmppSettings;
  /** Private addresses that may be reached all the same. */
  allowed: readonly string[];
  /** Never rejects. */
  take(delivered: DeliverSm): Promise<Taken>;
  timing?: Partial<SmppTiming> | undefined;
}

const BINDS = { transceiver: ["bind_transceiver"], pair: ["bind_transmitter", "bind_receiver"] } as const;

/** Rejects with an {@link SmppFailure}. */
export async function bindSmpp(parts: BindParts): Promise<SmppLink> {
  const { settings } = parts;
  const timing = { ...TIMING, ...parts.timing };
  const wires: Wire[] = [];
  try {
    for (const command of BINDS[settings.bind]) wires.push(await boundWire(command, parts, timing));
  } catch (error) {
    for (const wire of wires) wire.close();
    throw error;
  }
  return linkOver(wires, settings, timing);
}

async function boundWire(command: string, { settings, allowed, take }: BindParts, timing: SmppTiming): Promise<Wire> {
  const wire = openWire(await connected(settings, allowed, timing), take);
  const { system_id, password, system_type } = settings;
  const fields = { system_id, password, system_type, interface_version: VERSION };
  const answered = await wire.ask(command, fields, timing.connectMs);
  if (answered.kind === "answer" && answered.status === 0) return wire;
  wire.close();
  throw new SmppFailure(answered.kind === "answer" ? refusedBind(answered.status) : "unreachable");
}

const LOGIN: ReadonlySet<number> = new Set([0x0e, 0x0f]);

function refusedBind(status: number): SmppProblem {
  return LOGIN.has(status) ? "login" : "refused";
}

async function connected(
  { host, port, security }: SmppSettings,
  allowed: readonly string[],
  { connectMs }: SmppTiming,
): Promise<Socket> {
  const found = await addressOf(host, allowed);
  if ("problem" in found) throw new SmppFailure(found.problem);
  const { address } = found;
  const name = isIP(host) > 0 ? {} : { servername: host };
  const socket = security === "tls" ? connectTls({ host: address, port, ...name }) : connect({ host: address, port });
  return new Promise((resolve, reject) => {
    const fail = (error?: Error): void => {
      socket.destroy();
      const isCertificate = /certificate|altname|CERT_|SELF_SIGNED/i.test(error?.message ?? "");
      reject(new SmppFailure(isCertificate ? "certificate" : "unreachable", { cause: error }));
    };
    const timer = setTimeout(fail, connectMs).unref();
    socket.once("error", fail);
    socket.once(security === "tls" ? "secureConnect" : "connect", () => {
      clearTimeout(timer);
      socket.off("error", fail);
      socket.setNoDelay(true).setKeepAlive(true, 60_000);
      resolve(socket);
    });
  });
}

function linkOver(wires: readonly Wire[], settings: SmppSettings, timing: SmppTiming): SmppLink {
  const nowMs = (): number => performance.now();
  const pace = createPace(settings.per_second, nowMs);
  const window = createPlaces(settings.window);
  const [sending] = wires;
  let reference = randomInt(256);
  const closeAll = (): void => wires.forEach((wire) => wire.close());
  const ended = Promise.race(wires.map((wire) => wire.ended)).then(() => {
    clearInterval(looking);
    closeAll();
  });

  const looking = setInterval(() => wires.forEach((wire) => void look(wire)), timing.enquireMs / 2).unref();
  async function look(wire: Wire): Promise<void> {
    if (nowMs() - wire.heardMs() < timing.enquireMs / 2) return;
    const answered = await wire.ask("enquire_link", {}, timing.answerMs);
    if (answered.kind !== "answer") closeAll();
  }

  async function submitPart(fields: Record<string, unknown>, atMs: number): Promise<Answered> {
    if (atMs > nowMs()) await pause(atMs - nowMs());
    const answered = await window.run(async () => {
      const one = (await sending?.ask("submit_sm", fields, timing.answerMs)) ?? { kind: "unsent" as const };
      // An SMSC that answers no more would hold each further message for as long.
      if (one.kind === "lost") closeAll();
      return one;
    });
    if (answered.kind === "answer") (THROTTLED.has(answered.status) ? pace.slow : pace.ease)();
    return answered;
  }

  /** Of several parts, one that the SMSC could not take now is offered again: the others may have left. */
  async function submitUntilTaken(fields: Record<string, unknown>, atMs: number): Promise<Answered> {
    let answered = await submitPart(fields, atMs);
    for (let tries = 1; tries < MOST_TRIES && isThrottled(answered); tries++) {
      const slot = pace.reserve(1, timing.queueMs);
      if ("waitMs" in slot) break;
      answered = await submitPart(fields, slot.atMs[0] ?? 0);
    }
    return answered;
  }

  return {
    ended,
    async submit({ from, to, text }) {
      reference = (reference + 1) % 256;
      const { dataCoding, parts } = encodeText(text, reference);
      const slots = pace.reserve(parts.length, timing.queueMs + (parts.length * 1_000) / settings.per_second);
      if ("waitMs" in slots) return { kind: "later", afterSeconds: Math.ceil(slots.waitMs / 1_000) };
      const fields = {
        ...addressFields("source_addr", from),
        ...addressFields("dest_addr", to),
        source_addr: from.replace("+", ""),
        destination_addr: to.replace("+", ""),
        esm_class: parts.length > 1 ? 0x40 : 0,
        data_coding: dataCoding,
        registered_delivery: 1,
      };
      const submit = parts.length > 1 ? submitUntilTaken : submitPart;
      const answers = await Promise.all(
        parts.map((part, index) => submit({ ...fields, short_message: part }, slots.atMs[index] ?? 0)),
      );
      return submittedIn(answers);
    },
    async unbind() {
      clearInterval(looking);
      await Promise.all(wires.map((wire) => wire.unbind(UNBIND_MS)));
    },
  };
}

/** Type of number and numbering plan (5.2.5, 5.2.6). */
function addressFields(name: "source_addr" | "dest_addr", address: string): Record<string, number> {
  const [ton, npi] = address.startsWith("+") ? [1, 1] : /^\d+$/.test(address) ? [3, 0] : [5, 0];
  return { [`${name}_ton`]: ton, [`${name}_npi`]: npi };
}

const MOST_TRIES = 4;
const THROTTLED: ReadonlySet<number> = new Set([0x14, 0x58]);
/** It cannot now: queue full, throttled, a fault of its own, a bind that does not hold. */
const NOT_NOW: ReadonlySet<number> = new Set([...THROTTLED, 0x04, 0x08, 0x64]);
const REASONS: Readonly<Record<number, MessageFailure>> = {
  0x0a: "bad_sender",
  0x48: "bad_sender",
  0x49: "bad_sender",
  0x0b: "bad_number",
  0x50: "bad_number",
  0x51: "bad_number",
  0x66: "blocked",
};
const AGAIN_SECONDS = 2;

function isThrottled(answered: Answered): boolean {
  return answered.kind === "answer" && THROTTLED.has(answered.status);
}

function submittedIn(answers: readonly Answered[]): Submitted {
  const refs = answers.flatMap((one) => (one.kind === "answer" && one.status === 0 ? [one.messageId] : []));
  if (refs.length === answers.length) return { kind: "sent", refs };
  if (answers.some(({ kind }) => kind === "lost")) return { kind: "unknown" };
  const refused = answers.find((one) => one.kind === "answer" && one.status !== 0 && !NOT_NOW.has(one.status));
  if (refused?.kind === "answer") return { kind: "refused", reason: REASONS[refused.status] ?? "provider" };
  // Some parts have left, others have not: the whole is not sent again by itself.
  return refs.length > 0 ? { kind: "unknown" } : { kind: "later", afterSeconds: AGAIN_SECONDS };
}
