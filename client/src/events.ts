/** What the server pushes while calls run, as an async iterable that connects again when it is cut off. */
import { LIVE_PATH, LiveEvent, Refused, Unreachable, isRefusal, type RefusalBody } from "@ongea/contract";
import WebSocket from "ws";
import { sleep } from "./sending.ts";

/** `reconnected`: something may have been missed; whoever keeps a list reads it anew. Followed calls tell their past again. */
export type OngeaEvent = LiveEvent | { event: "reconnected" };

export interface EventsOptions {
  /** Calls whose entries are wanted, past ones first; at most 20. */
  follow?: readonly string[];
  signal?: AbortSignal;
}

interface Place {
  base: string;
  credentials: Readonly<Record<string, string>>;
}

const HANDSHAKE_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const MOST_PAUSE_MS = 30_000;
/** Events that nobody has taken yet; the socket waits when there are so many. */
const MOST_WAITING = 500;
/** Characters of an answer that is no socket. */
const MOST_REFUSAL = 65_536;
/** The server says that whoever asks is admitted no more. */
const NOT_ADMITTED = 4401;

/** Ends with `signal`; throws `Refused` where the key is not, or no longer, admitted. */
export async function* events(place: Place, { follow = [], signal }: EventsOptions): AsyncGenerator<OngeaEvent, void, void> {
  const isWanted = (): boolean => signal?.aborted !== true;
  let pauseMs = FIRST_PAUSE_MS;
  for (let isFirst = true; isWanted(); isFirst = false) {
    const connection = connect(place, follow, signal);
    try {
      const isOpen = await connection.opened;
      if (isOpen) {
        pauseMs = FIRST_PAUSE_MS;
        if (!isFirst) yield { event: "reconnected" };
        yield* connection.events();
      }
    } finally {
      connection.close();
    }
    if (!isWanted()) return;
    await sleep(pauseMs, signal).catch(() => undefined);
    pauseMs = Math.min(MOST_PAUSE_MS, pauseMs * 2);
  }
}

interface Connection {
  /** False: it could not be reached. Rejects where it refuses. */
  opened: Promise<boolean>;
  events(): AsyncGenerator<LiveEvent, void, void>;
  close(): void;
}

function connect({ base, credentials }: Place, follow: readonly string[], signal: AbortSignal | undefined): Connection {
  const socket = new WebSocket(`${base.replace(/^http/, "ws")}${LIVE_PATH}`, {
    headers: { ...credentials },
    handshakeTimeout: HANDSHAKE_MS,
  });
  const waiting: LiveEvent[] = [];
  let wake: () => void = () => undefined;
  let isOver = false;
  let refusal: Refused | undefined;
  const stop = (): void => socket.terminate();
  signal?.addEventListener("abort", stop, { once: true });
  socket.on("message", (data: Buffer) => {
    const event = eventIn(data.toString("utf8"));
    if (!event) return;
    if (waiting.push(event) >= MOST_WAITING) socket.pause();
    wake();
  });
  const opened = new Promise<boolean>((resolve, reject) => {
    socket.once("open", () => {
      for (const id of follow) socket.send(JSON.stringify({ follow: id }));
      resolve(true);
    });
    socket.once("unexpected-response", (_request, answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => (text += text.length < MOST_REFUSAL ? chunk : ""));
      answer.on("end", () => {
        const refused = refusalIn(text, answer.statusCode ?? 0);
        if (refused === undefined) resolve(false);
        else reject(refused);
        socket.terminate();
      });
    });
    socket.on("error", () => resolve(false));
    socket.on("close", (code, reason) => {
      if (code === NOT_ADMITTED) refusal = new Refused(notAdmitted(reason.toString("utf8")));
      signal?.removeEventListener("abort", stop);
      isOver = true;
      resolve(false);
      wake();
    });
  });
  return {
    opened,
    close: () => socket.terminate(),
    async *events() {
      for (;;) {
        for (let next = waiting.shift(); next; next = waiting.shift()) yield next;
        if (socket.isPaused) socket.resume();
        if (refusal) throw refusal;
        if (isOver) return;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

/** What a newer server, or a proxy, tells of and this client does not know is left out. */
function eventIn(text: string): LiveEvent | undefined {
  try {
    return LiveEvent.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** What no waiting mends; anything else is tried again. */
function refusalIn(text: string, status: number): Error | undefined {
  if (status === 429 || status >= 500) return undefined;
  try {
    const body: unknown = JSON.parse(text);
    if (isRefusal(body)) return new Refused(body);
    return new Unreachable(`API request failed: ${status}`);
  } catch {
    return new Unreachable(`API request failed: ${status}`);
  }
}

function notAdmitted(reason: string): RefusalBody {
  return { error: 403, code: "access.forbidden", message: reason, detail: reason };
}
