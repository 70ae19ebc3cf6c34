/** What the start tells people when the server is ready: what it chose, and how to call it. Part of the composition. */
import { TEMPLATES } from "./agents/documents/index.ts";
import type { Config } from "./config.ts";
import type { Foundation } from "./foundation.ts";
import type { SpeechHosts } from "./engines/speech-hosts/index.ts";

export interface ReadyParts extends Pick<Foundation, "dataDir" | "database" | "agents" | "numbers" | "homeId"> {
  config: Config;
  speech: SpeechHosts;
  port: number;
  sipPort: number;
  letters: string;
}

export async function readyLines(parts: ReadyParts): Promise<string[]> {
  const { config, dataDir, database, speech, port, sipPort, letters } = parts;
  const at = config.HOST === "0.0.0.0" ? "this machine" : config.HOST;
  return [
    `Database     ${database.description}`,
    `Data folder  ${dataDir}`,
    ...speech.parts().map(({ part, name, note }) => `Speech       ${part}: ${name}${note ? ` (${note})` : ""}`),
    `Ports        page ${port}/tcp, SIP ${sipPort}/udp and tcp, audio ${config.RTP_PORTS.from}-${config.RTP_PORTS.to}/udp, on ${at}`,
    ...(await waysToCall(parts)),
    `Email        ${letters}`,
  ];
}

async function waysToCall({ config, agents, numbers, homeId, sipPort }: ReadyParts): Promise<string[]> {
  const lines: string[] = [];
  const host = config.PUBLIC_ADDRESS ?? shownHost(config.HOST);
  for (const { key } of TEMPLATES) {
    const agent = await agents.find(homeId, key);
    const [number] = agent ? ((await numbers.of(homeId)).get(agent.id) ?? []) : [];
    if (!agent || number === undefined) continue;
    const { agent_name: name } = agent.document.agent_config;
    lines.push(`Call         ${name}: sip:${number}@${host}:${sipPort}, or npm run call -- --to ${key}`);
  }
  return lines;
}

function shownHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
