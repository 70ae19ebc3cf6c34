import type { ToolDefinition } from "@ongea/conversation";

/** OpenAI refuses longer ones. */
const LONGEST_DESCRIPTION = 1_024;
const HALF_A_CHARACTER = /[\uD800-\uDBFF]$/;

/** What a service is told of a tool: nothing of ours, and arguments that are an object, for strict servers refuse anything else. */
export function wireTool({ name, description, parameters }: ToolDefinition): {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
} {
  const isLong = description.length > LONGEST_DESCRIPTION;
  const short = isLong ? `${description.slice(0, LONGEST_DESCRIPTION - 1).replace(HALF_A_CHARACTER, "")}…` : description;
  return { name, description: short, parameters: { properties: {}, ...parameters, type: "object" } };
}
