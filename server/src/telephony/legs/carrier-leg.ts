/**
 * One call at a telephone company, as we know it: what its webhooks tell, in any order and more than once, and its media stream. It ends
 * once, for the first reason that comes, and its end is told to the company, however late it says which call it is.
 *
 *     waiting → streaming → over
 */
import { streamWriter, type StreamEvent, type StreamWriter } from "@ongea/channels";
import type { CarrierAccount } from "../carriers/account.ts";
import { RestFailure } from "../../platform/fetch/rest.ts";
import type { CarrierEvent } from "../carriers/webhooks.ts";
import type { Log } from "../../platform/log/log.ts";

export interface LegEnd {
  sipCause: number;
  by: "remote" | "us" | "network";
  /** Nobody knows whether it rang. */
  isUntold?: true;
}

/** The company's socket, as the main thread holds it. */
export interface StreamSocket {
  send(text: string): void;
  close(): void;
}

export interface LegParts {
  id: string;
  /** What its media stream has to show, once. */
  token: string;
  account: CarrierAccount;
  log: Pick<Log, "warn">;
}

type Start = Extract<StreamEvent, { kind: "start" }>;

/** For what was sent last to be played, after we have hung up. */
const FAREWELL_MS = 1_500;
const LAST = "end";
const NOBODY_CAME = 408;

export class CarrierLeg {
  readonly id: string;
  readonly token: string;
  readonly account: CarrierAccount;
  readonly ended: Promise<LegEnd>;
  onRinging: (() => void) | undefined;
  /** Its sound has begun to come. */
  onAnswered: (() => void) | undefined;
  /** A message of the stream, `start` first. */
  onPacket: ((text: string) => void) | undefined;
  readonly #log: LegParts["log"];
  readonly #writer: StreamWriter;
  #ref: string | undefined;
  #socket: StreamSocket | undefined;
  #streamId = "";
  #end: LegEnd | undefined;
  #isGone = false;
  #isHungUp = false;
  #settle!: (end: LegEnd) => void;
  #late: NodeJS.Timeout | undefined;
  #farewell: NodeJS.Timeout | undefined;

  constructor({ id, token, account, log }: LegParts) {
    this.id = id;
    this.token = token;
    this.account = account;
    this.#log = log;
    this.#writer = streamWriter(account.carrier);
    this.ended = new Promise((resolve) => (this.#settle = resolve));
  }

  get isOver(): boolean {
    return this.#end !== undefined;
  }

  get isStreaming(): boolean {
    return this.#streamId !== "";
  }

  get callRef(): string | undefined {
    return this.#ref;
  }

  /** What the line says goes out, and that it is over. */
  readonly out = {
    packet: (data: ArrayBuffer | string): void => {
      if (typeof data === "string") this.#socket?.send(data);
    },
    closeSocket: (): void => this.hangUp(),
  };

  /** How the company calls it. */
  named(ref: string): void {
    // Some name it anew when somebody answers.
    this.#ref = ref;
    if (this.#end && !this.#isGone && !this.#isHungUp) this.#tellHungUp();
  }

  /** Without a stream, or an end, until then it is given up. */
  waitAtMost(ms: number): void {
    if (!this.#end) this.#late = setTimeout(() => this.#giveUp(), ms);
  }

  /** What a webhook says, signed. */
  told({ callRef, news }: CarrierEvent): void {
    if (this.#ref !== callRef) this.named(callRef);
    if (news?.kind === "ringing" && !this.isStreaming && !this.#end) this.onRinging?.();
    if (news?.kind !== "over") return;
    this.#isGone = true;
    this.end({ sipCause: news.sipCause, by: "remote" });
  }

  /** Its stream has come. False: there is one already, or it is of another call. */
  stream(start: Start, socket: StreamSocket): boolean {
    const isOfAnother =
      (this.#ref !== undefined && this.#ref !== start.callRef && this.account.carrier === "twilio") ||
      start.account !== this.account.id;
    if (this.#end || this.isStreaming || isOfAnother) return false;
    clearTimeout(this.#late);
    this.#ref = start.callRef;
    this.#streamId = start.streamId;
    this.#socket = socket;
    this.onAnswered?.();
    return true;
  }

  /** A message of its stream. */
  heard(text: string): void {
    if (!this.#farewell) return this.onPacket?.(text);
    // All that we wait for then is that our last word has been played.
    if (text.includes(`"${LAST}"`)) this.#closeSocket();
  }

  /** The stream is gone. */
  closed(lost: boolean): void {
    this.#socket = undefined;
    clearTimeout(this.#farewell);
    this.end({ sipCause: 487, by: lost ? "network" : "remote" });
  }

  hangUp(): void {
    this.end({ sipCause: 487, by: "us" });
  }

  /** The company has not been told yet what to do with it, and is told that it is not taken. */
  refuse(): void {
    this.#isGone = true;
    this.hangUp();
  }

  /** Ends it, once. */
  end(end: LegEnd): void {
    if (this.#end) return;
    this.#end = end;
    clearTimeout(this.#late);
    if (this.#socket && end.by === "us") {
      this.#socket.send(this.#writer.mark(this.#streamId, LAST));
      this.#farewell = setTimeout(() => this.#closeSocket(), FAREWELL_MS);
    } else {
      this.#closeSocket();
    }
    this.#settle(end);
  }

  #giveUp(): void {
    if (this.#ref === undefined) return this.end({ sipCause: NOBODY_CAME, by: "network", isUntold: true });
    this.end({ sipCause: NOBODY_CAME, by: "network" });
  }

  #closeSocket(): void {
    clearTimeout(this.#farewell);
    this.#socket?.close();
    this.#socket = undefined;
    if (this.#ref !== undefined && !this.#isGone && !this.#isHungUp) this.#tellHungUp();
  }

  /** The stream's end ends the call there, as a rule; a call that rings has none. */
  #tellHungUp(): void {
    this.#isHungUp = true;
    this.account.hangUp(this.#ref ?? "").catch((error: unknown) => {
      const problem = error instanceof RestFailure ? error.problem : "unknown";
      this.#log.warn({ carrier: this.account.carrier, problem }, "A call could not be ended at its carrier");
    });
  }
}
