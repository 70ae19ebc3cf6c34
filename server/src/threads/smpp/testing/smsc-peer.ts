/** An SMSC on loopback, made with the package's own sessions: it takes binds and parts, delivers words and receipts, and fails as it is told. */
import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import smpp, { type PDU } from "smpp";
import { z } from "zod";
import { createJoiner } from "../joining.ts";
import { contentOf, decodeText } from "../text.ts";
import { STATUS } from "../wire.ts";

export type SmscMood =
  | "well"
  | "wrong password"
  | "bound elsewhere"
  | "no bind answer"
  | "never answers"
  | "throttled"
  | "throttled once"
  | "bad number"
  | "bad sender"
  | "fault"
  | "takes it and breaks off"
  | "breaks off at the third"
  | "receipt first"
  | "nonsense"
  | "dead";

export interface TakenPart {
  from: string;
  to: string;
  ref: string;
  dataCoding: number;
  esmClass: number;
  sourceTon: number;
  receipt: number;
  bytes: Buffer;
  atMs: number;
}

export interface SmscPeer {
  readonly port: number;
  mood: SmscMood;
  /** Commands of the binds that stand. */
  binds: string[];
  /** How often a bind was asked for. */
  attempts: number;
  taken: TakenPart[];
  /** Whole messages, joined. */
  texts(): { to: string; text: string; refs: string[] }[];
  /** The ESME's status; undefined: none came within a second. */
  delivers(fields: Record<string, unknown>): Promise<number | undefined>;
  receipt(ref: string, word: string, more?: Record<string, unknown>): Promise<number | undefined>;
  breaksOff(): void;
  close(): Promise<void>;
}

const SubmitSm = z.object({
  source_addr: z.string(),
  source_addr_ton: z.number(),
  destination_addr: z.string(),
  data_coding: z.number(),
  esm_class: z.number(),
  registered_delivery: z.number(),
  short_message: z.instanceof(Buffer),
});
const Binding = z.object({ system_id: z.string(), password: z.string() });
const STATUSES: Partial<Record<SmscMood, number>> = {
  throttled: 0x58,
  "bad number": STATUS.badTarget,
  "bad sender": STATUS.badSource,
  fault: 0x08,
};
/** However busy the machine is: bursts are taken one after the other. */
const ANSWERS_WITHIN_MS = 10_000;
export const ACCOUNT = { system_id: "imani", password: "secret12" };
const OWN = "22384";

export async function startSmscPeer(tls?: { key: string; cert: string }): Promise<SmscPeer> {
  const sessions = new Map<InstanceType<typeof smpp.Session>, string>();
  const sockets = new Set<Socket>();
  let [refs, sequence] = [0, 0];
  const waiting = new Map<number, (status: number) => void>();

  const server = tls ? createTlsServer(tls, serves) : createServer(serves);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;

  function serves(socket: Socket): void {
    sockets.add(socket);
    const session = new smpp.Session({ socket });
    session.on("error", () => session.destroy());
    session.on("close", () => {
      sockets.delete(socket);
      sessions.delete(session);
    });
    session.on("pdu", (pdu: PDU) => {
      if (peer.mood === "dead") return;
      if (peer.mood === "nonsense") return void socket.write(Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n"));
      if (pdu.isResponse()) waiting.get(pdu.sequence_number)?.(pdu.command_status);
      else if (pdu.command.startsWith("bind_")) binds(session, pdu);
      else if (pdu.command === "submit_sm") void submitted(session, pdu);
      else session.send(pdu.response());
      if (pdu.command === "unbind") session.close();
    });
  }

  function binds(session: InstanceType<typeof smpp.Session>, pdu: PDU): void {
    peer.attempts++;
    const { system_id: id, password } = Binding.parse(pdu);
    const isRight = id === ACCOUNT.system_id && password === ACCOUNT.password && peer.mood !== "wrong password";
    const status = peer.mood === "bound elsewhere" ? 0x05 : isRight ? 0 : 0x0e;
    if (peer.mood === "no bind answer") return;
    if (status === 0) sessions.set(session, pdu.command);
    session.send(pdu.response(status === 0 ? { system_id: "smsc" } : { command_status: status }));
  }

  async function submitted(session: InstanceType<typeof smpp.Session>, pdu: PDU): Promise<void> {
    const { mood } = peer;
    if (mood === "throttled once") peer.mood = "well";
    const status = mood === "throttled once" ? 0x58 : (STATUSES[mood] ?? 0);
    if (status !== 0) return void session.send(pdu.response({ command_status: status }));
    const sm = SubmitSm.parse(pdu);
    const ref = (0xa000 + ++refs).toString(16).toUpperCase();
    peer.taken.push({
      from: sm.source_addr,
      to: sm.destination_addr,
      ref,
      dataCoding: sm.data_coding,
      esmClass: sm.esm_class,
      sourceTon: sm.source_addr_ton,
      receipt: sm.registered_delivery,
      bytes: sm.short_message,
      atMs: performance.now(),
    });
    if (mood === "never answers") return;
    if (mood === "takes it and breaks off" || (mood === "breaks off at the third" && peer.taken.length >= 3))
      return session.destroy();
    if (mood === "receipt first") await peer.receipt(ref, "DELIVRD");
    session.send(pdu.response({ message_id: ref }));
  }

  const peer: SmscPeer = {
    port,
    mood: "well",
    get binds() {
      return [...sessions.values()];
    },
    attempts: 0,
    taken: [],
    texts() {
      const joiner = createJoiner({ nowMs: () => 0 });
      const refsOf = new Map<string, string[]>();
      return peer.taken.flatMap(({ from, to, ref, dataCoding, esmClass, bytes }) => {
        const { bytes: words, piece } = contentOf({ esm_class: esmClass, short_message: bytes });
        if (!piece) return [{ to, text: decodeText(words, dataCoding) ?? "", refs: [ref] }];
        const key = `${to} ${piece.reference}`;
        const all = [...(refsOf.get(key) ?? []), ref];
        refsOf.set(key, all);
        const joined = joiner.add({ from, to }, piece, dataCoding);
        if (joined.kind !== "whole") return [];
        joined.done();
        return [{ to, text: joined.text, refs: all }];
      });
    },
    async delivers(fields) {
      const [session] = [...sessions].find(([, command]) => command !== "bind_transmitter") ?? [];
      if (!session) return undefined;
      const sequence_number = ++sequence;
      const answered = new Promise<number | undefined>((resolve) => {
        waiting.set(sequence_number, resolve);
        setTimeout(() => resolve(undefined), ANSWERS_WITHIN_MS).unref();
      });
      const sm = {
        source_addr: "254712000001",
        source_addr_ton: 1,
        destination_addr: OWN,
        short_message: Buffer.alloc(0),
        ...fields,
      };
      session.send(new smpp.PDU("deliver_sm", { ...sm, sequence_number }));
      return answered;
    },
    receipt(ref, word, more = {}) {
      const words = `id:${ref} sub:001 dlvrd:001 submit date:2601011200 done date:2601011201 stat:${word} err:000 text:Hello`;
      return peer.delivers({ esm_class: 0x04, short_message: Buffer.from(words), ...more });
    },
    breaksOff() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      peer.breaksOff();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return peer;
}
