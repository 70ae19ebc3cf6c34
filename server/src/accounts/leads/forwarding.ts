/** Sends kept leads on to the operator's webhook, again and again until it takes them. The visitor never waits for it. */
import { z } from "zod";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { twiceAsLong, type Queue } from "../../platform/jobs/queue.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Lead, LeadStore } from "./store.ts";
import { timeLimit } from "@ongea/providers";

export interface Forwarding {
  /** Keeps the lead, and with it in one transaction the job of sending it on. */
  keep(lead: Lead): Promise<void>;
}

export interface ForwardingParts {
  tenancy: Pick<Tenancy, "togetherEverywhere">;
  store: LeadStore;
  jobs: Pick<Jobs, "send" | "work">;
  /** Without one, leads are only kept, until there is one. */
  webhookUrl: string | undefined;
  log: Log;
}

export const NO_WEBHOOK = "Zapier webhook URL is not configured";

const SEND_TIMEOUT_MS = 10_000;

export const forwardingQueue: Queue<{ leadId: string }> = {
  name: "lead-forwarding",
  data: z.object({ leadId: z.uuid() }),
  takesSeconds: 60,
  /** About a week of hours. */
  againAfterSeconds: twiceAsLong({ first: 10, longest: 3_600, most: 180 }),
};

export async function startForwarding({ tenancy, store, jobs, webhookUrl, log }: ForwardingParts): Promise<Forwarding> {
  const send = (leadId: string): Promise<void> => jobs.send(forwardingQueue, { leadId });
  if (webhookUrl === undefined) {
    log.info({}, NO_WEBHOOK);
    return { keep: (lead) => store.add(lead, true) };
  }
  jobs.work(forwardingQueue, async ({ leadId }, { attempts, signal }) => {
    const lead = await store.unsent(leadId);
    if (!lead) return;
    const problem = await post(webhookUrl, lead, signal);
    if (problem === undefined) return store.forwarded(leadId);
    await store.notForwarded(leadId, problem, attempts);
    throw new Error(problem);
  });
  await tenancy.togetherEverywhere(async () => {
    for (const leadId of await store.takeWaiting()) await send(leadId);
  });
  return {
    keep: (lead) =>
      tenancy.togetherEverywhere(async () => {
        await store.add(lead, false);
        await send(lead.id);
      }),
  };
}

/** Undefined when it was taken, else what went wrong. */
async function post(
  url: string,
  { name, email, company, position, message, sentAt, source }: Lead,
  stopping: AbortSignal,
): Promise<string | undefined> {
  const given = { name, email, company, position, message, timestamp: sentAt.toISOString(), source };
  const payload = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(payload),
      redirect: "manual",
      signal: timeLimit(SEND_TIMEOUT_MS, stopping),
    });
    await answer.body?.cancel();
    return answer.ok ? undefined : `Failed to send data to Zapier: ${answer.statusText || answer.status}`;
  } catch (error) {
    return `Failed to send data to Zapier: ${error instanceof Error ? error.message : String(error)}`;
  }
}
