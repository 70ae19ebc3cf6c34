/** Whether PostgreSQL answers at all. It is asked all the time on a connection of its own: no request has to wait to find out. */
import pg from "pg";

export interface Pulse {
  /** It has stood still for a while: whoever asks it now would wait for nothing. */
  readonly isStill: boolean;
  stop(): void;
}

const BEAT_MS = 500;
/** Counted in beats of ours and not in time: a main thread that was busy itself takes nobody for still. */
const STILL_AFTER_BEATS = 8;
/** From then on it is asked over a new connection each time: the other end of the old one may be gone. */
const ANEW_EVERY_BEATS = 5;

/** `stands` is told when it begins to stand still. One that refuses connections is away, which those who ask it hear themselves. */
export function startPulse(connection: pg.ClientConfig, stands: () => void): Pulse {
  let client: pg.Client | undefined;
  let asked = false;
  let question = 0;
  let unanswered = 0;
  let isStill = false;

  async function ask(): Promise<void> {
    const mine = ++question;
    asked = true;
    try {
      client ??= await connect(connection);
      await client.query("select 1");
      if (mine === question) answered();
    } catch (error) {
      if (mine !== question) return;
      hangUp();
      if (!isTimeOut(error)) answered();
    }
    if (mine === question) asked = false;
  }

  function answered(): void {
    unanswered = 0;
    isStill = false;
  }

  function hangUp(): void {
    client?.end().catch(() => undefined);
    client = undefined;
  }

  function beat(): void {
    if (asked) unanswered++;
    if (unanswered >= STILL_AFTER_BEATS && !isStill) {
      isStill = true;
      stands();
    }
    if (asked && isStill && (unanswered - STILL_AFTER_BEATS) % ANEW_EVERY_BEATS === 0) {
      question++;
      hangUp();
      asked = false;
    }
    if (!asked) void ask();
  }

  const timer = setInterval(beat, BEAT_MS).unref();
  return {
    get isStill() {
      return isStill;
    },
    stop() {
      clearInterval(timer);
      question++;
      hangUp();
    },
  };
}

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: BEAT_MS * (ANEW_EVERY_BEATS - 1) });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** The driver's own word for a server that takes a connection and says nothing. */
function isTimeOut(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("timeout expired");
}
