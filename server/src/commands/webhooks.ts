/** `npm run webhooks -- listen`: receives what agents' webhooks tell, prints it, and hands it on to a program that is being written. */
import { parseArgs } from "node:util";
import { changeAgent, listAgents } from "@ongea/contract";
import { CannotStart } from "../platform/cannot-start.ts";
import { startListener, type Listener } from "./webhook-listener.ts";
import usage from "./usage.json" with { type: "json" };
import { clientOn, type ServerAccess } from "./server-access.ts";

export interface WebhooksCommand {
  port: number;
  /** Where each delivery is handed on to. */
  forward: string | undefined;
  /** Whose webhook leads here meanwhile: id or name. */
  agent: string | undefined;
}

type Tell = (line: string) => void;

const DEFAULT_PORT = 4_400;
export function parseWebhooks(argv: readonly string[]): WebhooksCommand {
  try {
    const options = { port: { type: "string" }, agent: { type: "string" }, forward: { type: "string" } } as const;
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    const port = Number(values.port ?? DEFAULT_PORT);
    if (positionals.join(" ") !== "listen" || !Number.isInteger(port) || port < 0 || port > 65_535) throw new Error("usage");
    if (values.forward !== undefined && !/^https?:$/.test(new URL(values.forward).protocol)) throw new Error("no address");
    return { port, forward: values.forward, agent: values.agent };
  } catch (error) {
    throw new CannotStart(usage.webhooks, { cause: error });
  }
}

/** Listens until it is interrupted; then the agent's webhook leads again where it led before. */
export async function listenForWebhooks(
  { port, forward, agent: wanted }: WebhooksCommand,
  { way, secret, tell }: { way: ServerAccess; secret: string | undefined; tell: Tell },
): Promise<void> {
  const interrupted = interruption();
  const listener = await startListener({ port, forward, secret, tell });
  try {
    tell(`Listening at ${listener.url}${forward === undefined ? "" : `, handing on to ${forward}`}. Press Ctrl-C to stop.`);
    if (secret === undefined) tell("Signatures are not checked: set WEBHOOK_SECRET to the secret of your workspace.");
    if (wanted === undefined)
      tell(`Set an agent's webhook to this address, or say --agent. The server must be allowed to reach it: ${ALLOWED}`);
    const giveBack = wanted === undefined ? undefined : await leadHere(wanted, listener, way, tell);
    await interrupted;
    await giveBack?.();
  } finally {
    await listener.close();
  }
}

const ALLOWED = "PRIVATE_ADDRESSES=127.0.0.1";

async function leadHere(wanted: string, { url }: Listener, way: ServerAccess, tell: Tell): Promise<() => Promise<void>> {
  const client = clientOn(way);
  const plain = (text: string): string => text.trim().toLowerCase();
  const agents = await client.call(listAgents);
  const agent = agents.find(({ id, agent_name }) => [id, agent_name].some((name) => plain(name) === plain(wanted)));
  if (!agent) throw new CannotStart(`No agent called "${wanted}". Try ${agents.map((one) => one.agent_name).join(", ")}.`);
  const params = { agent_id: agent.id };
  const before = agent.webhook_url;
  const lead = (webhook_url: string | null) => client.call(changeAgent, { params, body: { agent_config: { webhook_url } } });
  await lead(url);
  tell(`${agent.agent_name}'s webhook leads here. A server on this machine needs ${ALLOWED} for it.`);
  return async () => {
    await lead(before);
    tell(`${agent.agent_name}'s webhook leads ${before ? `to ${before} again` : "nowhere again"}.`);
  };
}

function interruption(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
}
