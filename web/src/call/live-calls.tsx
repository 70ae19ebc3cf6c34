/** One socket for everything that is pushed while calls run: lists stay fresh, a followed call's events arrive as they happen. */
import { type Answer, type Entry, type listCalls, LIVE_PATH, LiveEvent } from "@ongea/contract";
import { type InfiniteData, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { createContext, use, useEffect, useMemo, useRef, useState } from "react";
import { createReread } from "./reread.ts";

type Hear = (entry: Entry) => void;
type HearAll = (event: LiveEvent) => void;

/** A call that somebody on this page follows. */
interface Followed {
  readonly hearers: Set<Hear>;
  /** What stays of it so far, for whoever comes later. */
  readonly past: Entry[];
}

interface Live {
  connected: boolean;
  /** Hears a call's entries, past ones first, until the returned function is called. */
  follow(callId: string, hear: Hear): () => void;
  /** Hears everything that is pushed, of all calls, until the returned function is called. */
  watch(hear: HearAll): () => void;
}

const LiveContext = createContext<Live>({ connected: false, follow: () => () => {}, watch: () => () => {} });
/** Of no use to who comes later. */
const PASSING: ReadonlySet<Entry["kind"]> = new Set(["levels", "partial", "saying", "line"]);
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 10_000;
const REREAD_AFTER_MS = 300;
/** A batch writes to twenty people a second. */
const THREADS_EVERY_MS = 1_000;
const TOO_MUCH = 1008;

type CallPage = Answer<typeof listCalls>;

export function useLive(): Live {
  return use(LiveContext);
}

export function LiveCalls({ children }: { children: React.ReactNode }): React.ReactNode {
  const queries = useQueryClient();
  const [connected, setConnected] = useState(false);
  const followers = useRef(new Map<string, Followed>());
  const watchers = useRef(new Set<HearAll>());
  const socket = useRef<WebSocket | undefined>(undefined);

  useEffect(() => {
    let retryMs = FIRST_RETRY_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const news = createNews(queries, watchers.current, (callId) => followers.current.get(callId));
    let over = false;
    let isFirst = true;
    const connect = (): void => {
      const opened = new WebSocket(`${location.origin.replace(/^http/, "ws")}${LIVE_PATH}`);
      socket.current = opened;
      opened.addEventListener("open", () => {
        retryMs = FIRST_RETRY_MS;
        setConnected(true);
        if (watchers.current.size > 0) opened.send(JSON.stringify({ board: true }));
        for (const [callId, followed] of followers.current) {
          followed.past.length = 0;
          opened.send(JSON.stringify({ follow: callId }));
        }
        // What was asked a moment ago is good; after a break anything may have changed.
        void queries.invalidateQueries({ refetchType: isFirst ? "none" : "active" });
        isFirst = false;
      });
      opened.addEventListener("message", ({ data }) => news.hear(String(data)));
      opened.addEventListener("close", ({ code }) => {
        setConnected(false);
        if (over) return;
        // Too many windows, or too much said: soon is no better than now.
        if (code === TOO_MUCH) retryMs = LAST_RETRY_MS;
        timer = setTimeout(connect, retryMs);
        retryMs = Math.min(LAST_RETRY_MS, retryMs * 2);
      });
    };
    connect();
    return () => {
      over = true;
      clearTimeout(timer);
      news.stop();
      socket.current?.close();
    };
  }, [queries]);

  const live = useMemo<Live>(() => {
    const tell = (request: object): void => {
      if (socket.current?.readyState === WebSocket.OPEN) socket.current.send(JSON.stringify(request));
    };
    return { connected, follow: followIn(followers.current, tell), watch: watchIn(watchers.current, tell) };
  }, [connected]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** The server tells of all calls while somebody on this page watches them. */
function watchIn(watchers: Set<HearAll>, tell: (request: object) => void): Live["watch"] {
  return (hear) => {
    watchers.add(hear);
    if (watchers.size === 1) tell({ board: true });
    return () => {
      if (watchers.delete(hear) && watchers.size === 0) tell({ board: false });
    };
  };
}

/** The server tells a call's past once; whoever follows it later on the same page hears that from here. */
function followIn(calls: Map<string, Followed>, tell: (request: object) => void): Live["follow"] {
  return (callId, hear) => {
    const known = calls.get(callId);
    const followed = known ?? { hearers: new Set(), past: [] };
    calls.set(callId, followed);
    followed.hearers.add(hear);
    for (const entry of followed.past) hear(entry);
    if (!known) tell({ follow: callId });
    return () => {
      followed.hearers.delete(hear);
      if (followed.hearers.size > 0 || calls.get(callId) !== followed) return;
      calls.delete(callId);
      tell({ leave: callId });
    };
  };
}

/** What is pushed: entries go to those who follow their call, everything else to what the pages have read. */
function createNews(
  queries: QueryClient,
  watchers: ReadonlySet<HearAll>,
  followedAs: (callId: string) => Followed | undefined,
): { hear: (text: string) => void; stop: () => void } {
  const again = (key: readonly string[]): void => void queries.invalidateQueries({ queryKey: key });
  const threads = createReread(() => again(["threads"]), { everyMs: THREADS_EVERY_MS, atOnce: true });
  const calls = createReread(
    (ids) => {
      for (const key of ["calls", "home", "days"]) again([key]);
      for (const id of ids) again(["call", id]);
    },
    { everyMs: REREAD_AFTER_MS, atOnce: false },
  );
  const hear = (text: string): void => {
    const event = LiveEvent.safeParse(JSON.parse(text));
    if (!event.success) return;
    for (const hear of watchers) hear(event.data);
    if (event.data.event === "entry") {
      const { entry } = event.data;
      const followed = followedAs(event.data.execution_id);
      if (!PASSING.has(entry.kind)) followed?.past.push(entry);
      for (const hear of followed?.hearers ?? []) hear(entry);
      return;
    }
    if (event.data.event === "notification") {
      for (const key of ["notifications", "activity", "home", "credits"]) again([key]);
      return;
    }
    if (event.data.event === "thread") {
      threads.note("");
      return;
    }
    const { call } = event.data;
    // Shown at once; the lists are read again a little later, when the server has surely written it.
    const fresh = (page: CallPage): CallPage => ({
      ...page,
      data: page.data.map((one) => (one.id === call.id ? call : one)),
    });
    queries.setQueriesData<CallPage | InfiniteData<CallPage>>({ queryKey: ["calls"] }, (known) => {
      if (!known) return known;
      return "pages" in known ? { ...known, pages: known.pages.map(fresh) } : fresh(known);
    });
    calls.note(call.id);
  };
  const stop = (): void => {
    threads.stop();
    calls.stop();
  };
  return { hear, stop };
}
