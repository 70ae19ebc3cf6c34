/** Calls at telephone companies that are not over, by what webhooks and streams name them with. Of this server alone. */
import { randomBytes, randomUUID } from "node:crypto";
import { parseStreamEvent } from "@ongea/channels";
import type { CarrierAccount, CarrierName } from "../carriers/account.ts";
import { RestFailure } from "../../platform/fetch/rest.ts";
import { dialectOf } from "../carriers/dialects.ts";
import type { Log } from "../../platform/log/log.ts";
import { CarrierLeg, type StreamSocket } from "./carrier-leg.ts";

export interface CarrierLegsParts {
  /** As companies reach this server, `https://ongea.example`; undefined: they do not. */
  publicUrl: string | undefined;
  log: Pick<Log, "warn">;
}

export interface CarrierLegs {
  /** Undefined where no company reaches this server. */
  readonly publicUrl: string | undefined;
  /** A call that waits for its stream. */
  open(account: CarrierAccount): CarrierLeg;
  find(id: string): CarrierLeg | undefined;
  /** By the company's own name for it. */
  called(carrier: CarrierName, ref: string): CarrierLeg | undefined;
  /** In the company's XML: stream this call here. */
  connect(leg: CarrierLeg): string;
  /** Asks the company to ring somebody. What it says, or that it says nothing, is told to the leg. */
  place(leg: CarrierLeg, call: { from: string; to: string; ringMs?: number | undefined }): void;
  /** The first words of a stream. Undefined: nobody waits for it, or it has come before. */
  streams(carrier: CarrierName, text: string, socket: StreamSocket): CarrierLeg | "more" | undefined;
}

const TOKEN_BYTES = 24;
const RING_MS = 60_000;
/** For the company to say that nobody has answered, after nobody has. */
const NEWS_MS = 30_000;
/** Twilio's own codes of what is wrong with a number (twilio.com/docs/api/errors). */
const NO_SUCH_NUMBER: ReadonlySet<number> = new Set([21_211, 21_214, 21_217, 13_223, 13_224]);
const MAY_NOT: ReadonlySet<number> = new Set([21_210, 21_212, 21_215, 21_216, 13_227]);

export function createCarrierLegs({ publicUrl, log }: CarrierLegsParts): CarrierLegs {
  const legs = new Map<string, CarrierLeg>();
  const tokens = new Map<string, CarrierLeg>();
  const streamUrl = (carrier: CarrierName): string => `${(publicUrl ?? "").replace(/^http/, "ws")}/carriers/${carrier}/stream`;
  const connect = (leg: CarrierLeg): string => {
    const { carrier } = leg.account;
    return dialectOf(carrier).connect({ url: streamUrl(carrier), token: leg.token });
  };
  return {
    publicUrl,
    open(account) {
      const leg = new CarrierLeg({ id: randomUUID(), token: randomBytes(TOKEN_BYTES).toString("hex"), account, log });
      legs.set(leg.id, leg);
      tokens.set(leg.token, leg);
      void leg.ended.then(() => {
        tokens.delete(leg.token);
        // A company that named its call only now is told that it is over.
        setTimeout(() => legs.delete(leg.id), NEWS_MS).unref();
      });
      return leg;
    },
    find: (id) => legs.get(id),
    called: (carrier, ref) =>
      [...legs.values()].find((leg) => leg.account.carrier === carrier && leg.callRef === ref && !leg.isOver),
    connect,
    place(leg, { from, to, ringMs = RING_MS }) {
      const { account, id } = leg;
      if (leg.isOver) return;
      const base = `${publicUrl}/carriers/${account.carrier}/${account.workspaceId}/calls/${id}`;
      const order = { from, to, xml: connect(leg), answerUrl: `${base}/answer`, statusUrl: `${base}/status` };
      leg.waitAtMost(ringMs + NEWS_MS);
      account.place({ ...order, ringSeconds: Math.ceil(ringMs / 1_000) }).then(
        (ref) => leg.callRef === undefined && leg.named(ref),
        (error: unknown) => refused(leg, error, log),
      );
    },
    streams(carrier, text, socket) {
      const event = parseStreamEvent(carrier, text);
      if (event?.kind !== "start") return isGreeting(text) ? "more" : undefined;
      const leg = tokens.get(event.token);
      if (!leg || leg.account.carrier !== carrier || !event.isMuLaw || !leg.stream(event, socket)) return undefined;
      tokens.delete(event.token);
      leg.heard(text);
      return leg;
    },
  };
}

/** A company that said no has rung nobody; one that said nothing may have. */
function refused(leg: CarrierLeg, error: unknown, log: CarrierLegsParts["log"]): void {
  const failure = error instanceof RestFailure ? error : new RestFailure("unknown");
  const { problem, code, says } = failure;
  log.warn({ carrier: leg.account.carrier, problem, code, pii: { says } }, "A carrier did not take a call");
  if (problem === "unknown") return;
  const sipCause = code !== undefined && NO_SUCH_NUMBER.has(code) ? 404 : code !== undefined && MAY_NOT.has(code) ? 403 : 503;
  leg.end({ sipCause, by: "network" });
}

/** Twilio says `connected` before its `start`. */
function isGreeting(text: string): boolean {
  return text.length < 500 && /"event"\s*:\s*"connected"/.test(text);
}
