/** The Model Context Protocol, for programs in which language models use tools: JSON-RPC 2.0 over streamable HTTP, without sessions. */
import { z } from "zod";
import { route } from "./route.ts";

const Message = z.looseObject({ jsonrpc: z.literal("2.0") });

export const mcp = route({
  method: "POST",
  path: "/mcp",
  who: "viewer",
  ofAgents: true,
  does: "The tools of this workspace for language models, as the Model Context Protocol has it. A key's role says which tools there are.",
  body: z.union([Message, z.array(Message).min(1).max(20)]),
  media: "application/json",
});
