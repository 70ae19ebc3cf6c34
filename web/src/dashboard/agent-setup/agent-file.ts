/** An agent as a file: written as JSON or YAML, and read back from either. Pure. */
import { AgentDocument, isRecord, withoutEnvelope } from "@ongea/contract";
import { parse, stringify } from "yaml";

export type AgentFileKind = "json" | "yaml";

/** As the server hides a secret from readers: it means nothing anywhere else. */
const HIDDEN_SECRET = /^hidden:[0-9a-f]+$/;
const LONGEST_NAME = 60;

export function writeAgentFile(document: AgentDocument, kind: AgentFileKind): string {
  const bare = withoutSecrets(document);
  return kind === "json" ? `${JSON.stringify(bare, null, 2)}\n` : stringify(bare, { lineWidth: 100 });
}

/** Also of an agent as the API reads it. Undefined: the text holds no agent. */
export function readAgentFile(text: string): AgentDocument | undefined {
  const value = valueIn(text);
  if (!isRecord(value)) return undefined;
  const isDocument = "agent_config" in value;
  const { agent_prompts, ...config } = value;
  const document = isDocument ? value : { agent_config: withoutEnvelope(config), agent_prompts };
  const read = AgentDocument.safeParse(document);
  return read.success ? read.data : undefined;
}

export function agentFileName(name: string, kind: AgentFileKind): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .slice(0, LONGEST_NAME)
    .replaceAll(/^-|-$/g, "");
  return `${plain || "agent"}.${kind}`;
}

/** Every JSON text is YAML, too; JSON is read as what it is, so that large files are quick. */
function valueIn(text: string): unknown {
  try {
    return withoutSecrets<unknown>(JSON.parse(text));
  } catch {
    try {
      return withoutSecrets<unknown>(parse(text, { schema: "core" }));
    } catch {
      return undefined;
    }
  }
}

function withoutSecrets<T>(document: T): T {
  const bare = JSON.stringify(document, (_, value: unknown) =>
    typeof value === "string" && HIDDEN_SECRET.test(value) ? "" : value,
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same tree
  return JSON.parse(bare) as T;
}
