/**
 * Messenger and Instagram by Meta's Messenger Platform (developers.facebook.com/docs/messenger-platform): a page or a professional account, which
 * people write to first. Free text leaves within 24 hours of their last message, a person's within seven days. The platform has no key that
 * would make a second request the same, and does not tell what it has sent.
 */
import type { MessageFailure } from "@ongea/contract";
import { z } from "zod";
import type { Rest } from "../../platform/fetch/rest.ts";
import { RestFailure } from "../../platform/fetch/rest.ts";
import type { Sent, TextChannel } from "./channel.ts";
import { GRAPH_VERSION, type GraphCodes, isSignedByApp, sendByGraph } from "./meta.ts";
import { deliveredIn, othersIn } from "./meta-events.ts";
import type { DownloadMedia } from "./meta-media.ts";
import type { PageTokens } from "./meta-page-tokens.ts";

export type MetaProvider = "messenger" | "instagram";

export interface MetaMessagingParts {
  provider: MetaProvider;
  /** Asks with this token. */
  restBy(token: string): Rest;
  pageTokens: PageTokens;
  /** Signs what Meta posts. */
  appSecret: string;
  token: string;
  /** Meta's id of the page or of the professional account. */
  account: string;
  download: DownloadMedia;
}

const CODES: Readonly<Record<number, MessageFailure>> = {
  10: "credentials",
  102: "credentials",
  190: "credentials",
  200: "credentials",
  210: "credentials",
  230: "credentials",
  33: "bad_sender",
  368: "blocked",
  551: "unreachable",
};
const SUBCODES: Readonly<Record<number, MessageFailure>> = {
  2018278: "window_closed",
  2018065: "window_closed",
  2018300: "window_closed",
  2534022: "window_closed",
  2018001: "bad_number",
  2534014: "bad_number",
  2018108: "unreachable",
  1545041: "unreachable",
};
const READING: GraphCodes = {
  codes: CODES,
  subcodes: SUBCODES,
  later: new Set([2, 4, 17, 32, 341, 613, 1200, 80006]),
  // "An unknown error occurred" comes of messages that have left, too.
  unknown: new Set([1]),
};

const Taken = z.object({ message_id: z.string().min(1).max(512) });
const Page = z.object({ id: z.string(), name: z.string().max(200) });
const Profile = z.object({ username: z.string().max(100), user_id: z.string().optional() });
const Person = z.object({ name: z.string().nullish(), username: z.string().nullish() });
const LONGEST_NAME = 200;
/** Of "Me" with an Instagram login. */
const Listed = z.object({ data: z.array(Profile).min(1) });

/** For so long after the person's last message one of the organisation's people may write (the tag HUMAN_AGENT). */
const PERSONS_WINDOW_HOURS = 168;

/** Whether a token comes of Instagram's own login, which has a host of its own. */
export function isInstagramLogin(token: string): boolean {
  return token.startsWith("IG");
}

export function graphHost(provider: MetaProvider, token: string): string {
  return provider === "instagram" && isInstagramLogin(token) ? "https://graph.instagram.com" : "https://graph.facebook.com";
}

export function createMetaMessaging(parts: MetaMessagingParts): TextChannel {
  const { provider, appSecret, account, token, download, restBy, pageTokens } = parts;
  const isPage = provider === "messenger";
  const asks = async (): Promise<Rest> => restBy(isPage ? await pageTokens.of({ account, token }, restBy(token)) : token);
  const path = `/${GRAPH_VERSION}/me/messages`;
  const refIn = (json: unknown): string | undefined => Taken.safeParse(json).data?.message_id;
  return {
    provider,
    hasWindow: true,
    personsWindowHours: PERSONS_WINDOW_HOURS,
    verify: (posted) => isSignedByApp(posted, appSecret),
    receive: ({ body }) => deliveredIn(body, { provider, account }),
    othersIn: ({ body }) => othersIn(body, { provider, account }),
    async send({ to, text, isAfterWindow = false }) {
      const ask = await asks().catch(notAsked);
      if (typeof ask !== "function") return ask;
      const type = isAfterWindow ? { messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" } : { messaging_type: "RESPONSE" };
      const json = { recipient: { id: to.slice(to.indexOf(":") + 1) }, ...type, message: { text } };
      const sent = await sendByGraph(ask, { path, json }, { ...READING, refIn });
      if (sent.kind === "refused" && sent.reason === "credentials") pageTokens.forget({ account, token });
      return sent;
    },
    download,
    async nameOf(from) {
      const id = from.slice(from.indexOf(":") + 1);
      const path = `/${GRAPH_VERSION}/${encodeURIComponent(id)}?fields=${isPage ? "name" : "name,username"}`;
      const asked = async () => (await asks())({ method: "GET", path, also: [400, 403, 404] });
      const { name, username } = Person.safeParse((await asked().catch(() => undefined))?.json).data ?? {};
      return (name || username || "").slice(0, LONGEST_NAME);
    },
    describe: async () => (isPage ? pageName(await asks(), account) : profileName(await asks(), parts)),
    ...(isPage && {
      async read(_, from) {
        const recipient = { id: from.slice(from.indexOf(":") + 1) };
        await (
          await asks()
        )({ method: "POST", path, json: { recipient, sender_action: "mark_seen" } });
      },
    }),
  };
}

async function pageName(ask: Rest, account: string): Promise<string | undefined> {
  const answer = await ask({ method: "GET", path: `/${GRAPH_VERSION}/me?fields=id,name`, also: [400, 403, 404] });
  const page = answer.status < 300 ? Page.safeParse(answer.json).data : undefined;
  return page?.id === account ? page.name : undefined;
}

/** Nothing has left: the page's token could not be asked for. */
function notAsked(error: unknown): Sent {
  const isRefused = error instanceof RestFailure && error.problem === "credentials";
  return isRefused ? { kind: "refused", reason: "credentials" } : { kind: "later" };
}

async function profileName(ask: Rest, { account, token }: MetaMessagingParts): Promise<string | undefined> {
  const isOwn = isInstagramLogin(token);
  const path = isOwn
    ? `/${GRAPH_VERSION}/me?fields=user_id,username`
    : `/${GRAPH_VERSION}/${encodeURIComponent(account)}?fields=username`;
  const { status, json } = await ask({ method: "GET", path, also: [400, 403, 404] });
  if (status >= 300) return undefined;
  const profile = Listed.safeParse(json).data?.data[0] ?? Profile.safeParse(json).data;
  if (!profile || (isOwn && profile.user_id !== account)) return undefined;
  return `@${profile.username}`;
}
