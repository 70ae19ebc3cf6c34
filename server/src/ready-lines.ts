/** What the start prints when the server is ready: what it chose, and how to call it. */
import type { Accounts } from "./accounts/index.ts";
import { TEMPLATES, type AgentsDomain } from "./agents/index.ts";
import type { Engines } from "./engines/index.ts";
import type { Platform } from "./platform/platform.ts";
import type { Telephony } from "./telephony/index.ts";

export interface ReadyParts {
  platform: Platform;
  accounts: Accounts;
  engines: Engines;
  agents: AgentsDomain;
  telephony: Telephony;
}

/** The parts of speech as the field names them. */
const PARTS = { ears: "STT", mind: "LLM", voice: "TTS", "end of turn": "end of turn" } as const;

/** `port`: of the pages. */
export async function readyLines(parts: ReadyParts, port: number): Promise<string[]> {
  const { config, dataDir, database, mail } = parts.platform;
  const { speech } = parts.engines;
  const sipPort = parts.telephony.sip.port;
  const at = config.HOST === "0.0.0.0" ? "this machine" : config.HOST;
  return [
    `Database     ${database.description}`,
    `Data folder  ${dataDir}`,
    ...speech.parts().map(({ part, name, note }) => `Speech       ${PARTS[part]}: ${name}${note ? ` (${note})` : ""}`),
    `Ports        page ${port}/tcp, SIP ${sipPort}/udp and tcp, audio ${config.RTP_PORTS.from}-${config.RTP_PORTS.to}/udp, on ${at}`,
    ...(await waysToCall(parts)),
    `Email        ${mail.description}`,
  ];
}

async function waysToCall({
  platform: { config },
  accounts: { homeId },
  agents: { agents },
  telephony,
}: ReadyParts): Promise<string[]> {
  const lines: string[] = [];
  const host = config.PUBLIC_ADDRESS ?? shownHost(config.HOST);
  for (const { key } of TEMPLATES) {
    const agent = await agents.find(homeId, key);
    const [number] = agent ? ((await telephony.numbers.of(homeId)).get(agent.id) ?? []) : [];
    if (!agent || number === undefined) continue;
    const { agent_name: name } = agent.document.agent_config;
    lines.push(`Call         ${name}: sip:${number}@${host}:${telephony.sip.port}, or npm run call -- --to ${key}`);
  }
  return lines;
}

function shownHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
