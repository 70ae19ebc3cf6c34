/** What a tool of an MCP server gave back, as the text that a model is told. */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { isRecord } from "@ongea/contract";
import { sanitizeText } from "../../platform/text.ts";

/** More than this tells a model nothing more. */
const MOST_LETTERS = 8_000;

export function resultText({ content, structuredContent }: CallToolResult): string {
  const text = content.map(partText).join("\n").trim();
  const fields = structuredContent && Object.keys(structuredContent).length > 0 ? structuredContent : undefined;
  if (!fields) return bounded(text);
  // Words beside the fields are what the service would say of them.
  const isSaid = text !== "" && !isJson(text) && !("text" in fields);
  return bounded(JSON.stringify(isSaid ? { ...fields, text } : fields));
}

function bounded(text: string): string {
  const given = sanitizeText(text.slice(0, MOST_LETTERS));
  return given === "" ? "Done." : given;
}

type Content = CallToolResult["content"][number];

function partText(part: Content): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "image":
    case "audio":
      return `(${part.type === "image" ? "A picture" : "A sound"} that cannot be told in words.)`;
    case "resource_link":
      return `(A link to "${part.title ?? part.name}".)`;
    case "resource":
      return "text" in part.resource ? part.resource.text : "(A file that cannot be told in words.)";
    default:
      return "";
  }
}

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) || Array.isArray(value);
  } catch {
    return false;
  }
}
