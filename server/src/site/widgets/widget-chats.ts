/** What visitors of other people's pages write: within the widget's limits, known again by a token that their page keeps. */
import { createHash, randomBytes } from "node:crypto";
import type { ChatMessage, ChatNews, LiveEvent } from "@ongea/contract";
import { createRateLimit, type RateLimit } from "../../platform/http/rate-limit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { Live } from "../../platform/live/live.ts";
import type { Address, Attachments, Threads } from "../../threads/index.ts";
import type { StoredWidget } from "./store.ts";
import { forVisitors } from "./visitor-messages.ts";

/** Where visitors may write. */
export interface ChatPlace extends Pick<StoredWidget, "id" | "workspaceId" | "agentId" | "isActive" | "chat" | "callsPerHour"> {
  /** Of the pages that may show it; `own`: those of this installation. */
  origins: readonly string[] | "own";
}

export interface WidgetChatsParts {
  /** Undefined: there is none. */
  placeOf(key: string): Promise<ChatPlace | undefined>;
  threads: Pick<Threads, "receive" | "seen">;
  attachments: Attachments;
  /** Refuses with "agent.not_found". */
  welcome(workspaceId: string, agentId: string): Promise<string>;
  live: Pick<Live<LiveEvent>, "subscribe">;
  /** Any steady clock. */
  nowMs: () => number;
}

interface Wanted {
  key: string;
  /** Of the page, as its frame says. */
  origin: string;
}

export interface WidgetChats {
  /** `from`: the network that the visitor comes from. */
  open(wanted: Wanted & { visitor?: string | undefined; from: string }): Promise<ChatNews & { visitor: string; welcome: string }>;
  write(wanted: Wanted & { visitor: string; id: string; text: string; from: string }): Promise<ChatMessage>;
  /** Refuses with "message.bad_file" and "message.too_many_files". */
  attach(wanted: Wanted & { visitor: string; id: string; name: string; bytes: Buffer; from: string }): Promise<ChatMessage>;
  /** Refuses with "message.no_file" what is not in this visitor's chat. */
  file(wanted: Wanted & { visitor: string; id: string; from: string }): Promise<{ name: string; type: string; bytes: Buffer }>;
  /** Tells what is new after this position, at once and each time. Returns how to stop. */
  follow(wanted: Wanted & { visitor: string; after: number }, tell: (news: ChatNews) => void): Promise<() => void>;
}

const HOUR_MS = 3_600_000;
/** Messages a minute, of one visitor, and of all visitors of one network. */
const [OF_VISITOR, OF_NETWORK] = [20, 100];
const MINUTE_MS = 60_000;
const CHANNEL = "web-chat" as const;

export function createWidgetChats({ placeOf, threads, attachments, welcome, live, nowMs }: WidgetChatsParts): WidgetChats {
  const often = (most: number): RateLimit => createRateLimit({ burst: most, refillMs: MINUTE_MS / most, nowMs });
  const [ofVisitor, ofNetwork] = [often(OF_VISITOR), often(OF_NETWORK)];
  /** New chats, by how many an hour: there are a few such settings. */
  const paces = new Map<number, RateLimit>();
  const paceOf = (perHour: number): RateLimit => {
    const pace = paces.get(perHour) ?? createRateLimit({ burst: perHour, refillMs: HOUR_MS / perHour, nowMs });
    paces.set(perHour, pace);
    return pace;
  };
  async function admit({ key, origin }: Wanted): Promise<ChatPlace> {
    const place = await placeOf(key);
    if (!place) throw refuse("widget.not_found");
    if (!place.isActive || !place.chat) throw refuse("widget.off");
    if (place.origins !== "own" && !place.origins.includes(origin)) throw refuse("request.wrong_origin");
    return place;
  }
  async function newsOf(at: Address, after: number): Promise<ChatNews & { threadId?: string }> {
    const seen = await threads.seen(at, after);
    if (!seen) return { state: "open", messages: [] };
    const { thread, messages } = seen;
    const ids = messages.filter(({ direction }) => direction === "in").map(({ id }) => id);
    const files = await attachments.of(thread.workspaceId, ids);
    const told = messages.map((one) =>
      forVisitors(
        one,
        files.filter(({ messageId }) => messageId === one.id),
      ),
    );
    return { state: thread.state, messages: told, threadId: thread.id };
  }
  /** Whoever may write, where, and what the agent says first. */
  async function writing({ key, origin, visitor, from }: Wanted & { visitor: string; from: string }) {
    const widget = await admit({ key, origin });
    ofNetwork.take(from);
    const at = addressOf(widget, visitor);
    ofVisitor.take(at.address);
    const { workspaceId, agentId } = widget;
    if (!(await threads.seen(at, 0))) paceOf(widget.callsPerHour).take(`${widget.id}/${from}`);
    return { ...at, agentId, page: origin, welcome: await welcome(workspaceId, agentId) };
  }
  return {
    async open({ visitor = `vis_${randomBytes(32).toString("base64url")}`, from, ...wanted }) {
      const widget = await admit(wanted);
      ofNetwork.take(from);
      const [first, { state, messages }] = await Promise.all([
        welcome(widget.workspaceId, widget.agentId),
        newsOf(addressOf(widget, visitor), 0),
      ]);
      return { visitor, welcome: messages.length > 0 ? "" : first.trim(), state, messages };
    },
    async write({ id, text, ...wanted }) {
      return forVisitors(await threads.receive({ ...(await writing(wanted)), clientId: id, text }), []);
    },
    async attach({ id, name, bytes, ...wanted }) {
      const row = await attachments.attach({ ...(await writing(wanted)), clientId: id }, { name, bytes });
      return forVisitors(row, await attachments.of(row.workspaceId, [row.id]));
    },
    async file({ visitor, id, from, ...wanted }) {
      const at = addressOf(await admit(wanted), visitor);
      ofNetwork.take(from);
      const seen = await threads.seen(at, Number.MAX_SAFE_INTEGER);
      const file = seen && (await attachments.read(seen.thread, id));
      if (!file?.bytes) throw refuse("message.no_file");
      return { ...file, bytes: file.bytes };
    },
    async follow({ visitor, after, ...wanted }, tell) {
      const at = addressOf(await admit(wanted), visitor);
      let position = after;
      let threadId: string | undefined;
      let state: ChatNews["state"] | undefined;
      const over = new AbortController();
      let reading: Promise<void> | undefined;
      let isStale = false;
      const read = async (): Promise<void> => {
        do {
          isStale = false;
          const news = await newsOf(at, position);
          threadId = news.threadId;
          position = news.messages.at(-1)?.position ?? position;
          if (over.signal.aborted || (news.messages.length === 0 && news.state === state)) continue;
          state = news.state;
          tell({ state, messages: news.messages });
        } while (isStale && !over.signal.aborted);
      };
      const look = (): void => {
        isStale = true;
        reading ??= read()
          .catch(() => undefined)
          .finally(() => (reading = undefined));
      };
      const isIts = (event: LiveEvent): boolean =>
        event.event === "thread" && (threadId === undefined || event.thread_id === threadId);
      const leave = live.subscribe(at.workspaceId, (event) => isIts(event) && look(), look);
      look();
      return () => {
        over.abort();
        leave();
      };
    },
  };
}

/** Whoever reads the database does not learn a visitor's token. */
function addressOf({ id, workspaceId }: ChatPlace, visitor: string): Address {
  const address = createHash("sha256").update(`${id}/${visitor}`).digest("hex");
  return { workspaceId, channel: CHANNEL, address };
}
