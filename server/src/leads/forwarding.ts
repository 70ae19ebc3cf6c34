/** Sends kept leads on to the operator's webhook, again and again until it takes them. The visitor never waits for it. */
import type { Log } from "../platform/log/log.ts";
import type { LeadStore, WaitingLead } from "./store.ts";

export interface Forwarding {
  /** There may be something to send. */
  wake(): void;
  /** Sends what is due; rejects never. For tests and for the timer. */
  sendDue(): Promise<void>;
  stop(): Promise<void>;
}

export interface ForwardingOptions {
  store: LeadStore;
  /** Without one, leads are only kept. */
  webhookUrl: string | undefined;
  log: Log;
}

export const NO_WEBHOOK = "Zapier webhook URL is not configured";

const LOOK_EVERY_MS = 15_000;
const SEND_TIMEOUT_MS = 10_000;
const MOST_AT_ONCE = 20;
/** Longer than sending all of them one after the other can take. */
const HOLD_MS = 300_000;
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 3_600_000;
/** About a week of hours. */
const MOST_ATTEMPTS = 180;

export function createForwarding({ store, webhookUrl, log }: ForwardingOptions): Forwarding {
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const sendDue = async (): Promise<void> => {
    if (webhookUrl === undefined || stopped) return;
    try {
      for (const lead of await store.takeWaiting(MOST_AT_ONCE, HOLD_MS)) await sendOne(lead, webhookUrl);
    } catch (error) {
      log.error({ err: error }, "Leads could not be forwarded");
    }
  };
  const wake = (): void => void (running = running.then(sendDue));
  if (webhookUrl === undefined) log.info({}, NO_WEBHOOK);
  const timer = webhookUrl === undefined ? undefined : setInterval(wake, LOOK_EVERY_MS).unref();
  return {
    wake,
    sendDue,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };

  async function sendOne(lead: WaitingLead, url: string): Promise<void> {
    const problem = await send(url, lead);
    if (problem === undefined) return store.forwarded(lead.id);
    log.warn({ leadId: lead.id, attempt: lead.attempts, problem }, "A lead was not forwarded");
    const againMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(20, lead.attempts - 1));
    return store.notForwarded(lead.id, problem, lead.attempts >= MOST_ATTEMPTS ? undefined : againMs);
  }
}

/** Undefined when it was taken, else what went wrong. */
async function send(
  url: string,
  { name, email, company, position, message, sentAt, source }: WaitingLead,
): Promise<string | undefined> {
  const given = { name, email, company, position, message, timestamp: sentAt.toISOString(), source };
  const payload = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(payload),
      redirect: "manual",
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return answer.ok ? undefined : `Failed to send data to Zapier: ${answer.statusText || answer.status}`;
  } catch (error) {
    return `Failed to send data to Zapier: ${error instanceof Error ? error.message : String(error)}`;
  }
}
