/** What peers that play providers of text messages have in common, and the suite's fake: both do what they are told to do wrong. */
import { randomUUID } from "node:crypto";
import type { MessageFailure } from "@ongea/contract";
import type { Delivered, Outgoing, Posted, Sent, TextChannel } from "../channel.ts";

export const SMS_MOODS = [
  "well",
  "slow",
  "silent",
  "takes it and breaks off",
  "fault",
  "unavailable",
  "too many requests",
  "nonsense",
  "wrong key",
  "bad number",
  "bad sender",
  "no provider credit",
  "opted out",
] as const;
/** How it treats the next messages. */
export type SmsMood = (typeof SMS_MOODS)[number];

/** What every provider has some event for. */
export type Postable = Exclude<Delivered, { kind: "up-to" | "call-permission" }>;

export interface SmsPeer {
  mood: SmsMood;
  /** What has really left for a telephone, in order. */
  readonly left: { to: string; text: string; ref: string }[];
  /** The sender of the workspace's account there. */
  readonly sender: string;
  /** Where a person is on it, where that is no number. */
  readonly person?: string;
  /** What it does not know. */
  readonly lacks?: readonly (SmsMood | "reports")[];
  /** How it would name a message, where its names have a form. */
  refs?(name: string): string;
  channel(): TextChannel;
  /** How it posts this to `url`. */
  posts(url: string, what: Postable): Posted;
  close(): Promise<void>;
}

const REFUSALS: Partial<Record<SmsMood, MessageFailure>> = {
  "wrong key": "credentials",
  "bad number": "bad_number",
  "bad sender": "bad_sender",
  "no provider credit": "no_provider_credit",
  "opted out": "opted_out",
};

/** In memory: for tests of what stands on a channel. `tells`: it says what it has sent. */
export function createFakeSms({ tells = false }: { tells?: boolean } = {}): SmsPeer {
  const left: SmsPeer["left"] = [];
  const send = async ({ to, text }: Outgoing): Promise<Sent> => {
    const reason = REFUSALS[peer.mood];
    if (reason) return { kind: "refused", reason };
    if (peer.mood === "unavailable" || peer.mood === "too many requests") return { kind: "later" };
    if (peer.mood === "fault" || peer.mood === "nonsense" || peer.mood === "silent") return { kind: "unknown" };
    const ref = randomUUID();
    left.push({ to, text, ref });
    return peer.mood === "takes it and breaks off" ? { kind: "unknown" } : { kind: "sent", ref };
  };
  const channel: TextChannel = {
    provider: "africastalking",
    verify: ({ header }) => header("x-fake") === "signed",
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own
    receive: ({ fields }) => (fields.has("is") ? [JSON.parse(fields.get("is") ?? "") as Delivered] : undefined),
    send,
    ...(tells && {
      async find({ to, text }) {
        if (peer.mood === "unavailable") throw new Error("It cannot be asked");
        return left.filter((one) => one.to === to && one.text === text).map(({ ref }) => ref);
      },
    }),
  };
  const peer: SmsPeer = {
    mood: "well",
    left,
    sender: "22384",
    channel: () => channel,
    posts: (url, what) => formPosted(url, { is: JSON.stringify(what) }, () => "signed"),
    close: async () => undefined,
  };
  return peer;
}

/** A form as a provider posts it. */
export function formPosted(url: string, form: Record<string, string>, header: Posted["header"] = () => undefined): Posted {
  const fields = new URLSearchParams(form);
  return { url, body: fields.toString(), fields, header };
}
