/** What an assistant can do in a call: tools that the server has itself, and functions of the operator's own, asked over HTTP (wire-api, "api_tools"). */
import { z } from "zod";

const spoken = z.union([z.string().max(4_000), z.record(z.string(), z.string().max(4_000))]);

export const ApiTool = z.looseObject({
  key: z.string().default("custom_task"),
  name: z.string().min(1).max(64),
  description: z.string().max(4_000).default(""),
  parameters: z.record(z.string(), z.unknown()).optional(),
  /** Said while it runs. */
  pre_call_message: spoken.nullable().optional(),
  /**
   * How its result is told: "Your order was sent on {sent_on}.", for every language or by language. `{order.city}` is a field within a field;
   * dates, times, numbers and lists are spoken. A sentence whose field is missing is left out.
   */
  answer_template: spoken.nullable().optional(),
  /** Whether it changes something. Absent: bookings, messages and functions asked by any method but GET do. */
  effect: z.boolean().nullish(),
  /** Whether its values are read back, and the caller says yes, before it runs. Absent: where it changes something. Also in `tools_params`. */
  confirmation: z.boolean().nullish(),
  /** Another tool of this agent that undoes what it did, and one that changes it: used when the caller corrects a value afterwards. */
  undo: z.string().max(64).nullish(),
  change: z.string().max(64).nullish(),
});
export type ApiTool = z.output<typeof ApiTool>;

export const FUNCTION_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const TOOL_NAME = /^[A-Za-z0-9_-]+$/;
const BAD_NAME = "must be letters, digits, - and _";
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** These say how a request travels, which is ours. */
const OWN_HEADERS = /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|keep-alive|proxy-.*)$/i;
/** What an argument fills must not lead to another server. */
const ORIGIN = /^https?:\/\/[^/?#%\s@]+(?=[/?#]|$)/i;

const headerValue = z.string().max(8_000).regex(HEADER_VALUE, { error: "must be printable characters" });

/** How a function is asked: `%(name)s` (words), `%(name)i` and `%(name)f` (numbers) stand for its arguments, in `url` and `param`. */
export const FunctionRequest = z.looseObject({
  method: z
    .string()
    .default("GET")
    .transform((method) => method.toUpperCase())
    .pipe(z.enum(FUNCTION_METHODS)),
  url: z.string().max(2_000).regex(ORIGIN, { error: "must begin with https:// or http:// and the name of a server" }),
  /** An object, or one as JSON; absent, the arguments are sent as they are. */
  param: z
    .union([z.string().max(20_000), z.record(z.string(), z.unknown())])
    .nullish()
    .transform((given, context) => {
      const value = typeof given === "string" && given.trim() !== "" ? parsed(given) : given;
      if (value === null || value === undefined || value === "") return undefined;
      const tree = z.record(z.string(), z.unknown()).safeParse(value);
      if (tree.success) return tree.data;
      context.addIssue({ code: "custom", message: "must be a JSON object" });
      return z.NEVER;
    }),
  /** The header Authorization, word for word. */
  api_token: headerValue.nullish(),
  headers: z
    .record(z.string().regex(HEADER_NAME).max(200), headerValue)
    .refine((headers) => !Object.keys(headers).some((name) => OWN_HEADERS.test(name)), {
      error: "holds a header that is set by the server",
    })
    .nullish(),
});
export type FunctionRequest = z.output<typeof FunctionRequest>;

export const ApiTools = z
  .looseObject({
    tools: z.array(ApiTool).max(50).default([]),
    tools_params: z.record(z.string(), z.unknown()).default({}),
  })
  .superRefine((given, context) => {
    given.tools.forEach((tool, at) => {
      for (const field of ["undo", "change"] as const) {
        const name = tool[field];
        if (!name || (name !== tool.name && given.tools.some((one) => one.name === name))) continue;
        context.addIssue({
          code: "custom",
          path: ["tools", at, field],
          message: "must name another tool of this agent",
          input: given,
        });
      }
      if (isMcpTool(tool)) refuseMcpTool(tool, at, given, context);
      if (isSendTool(tool)) refuseSendTool(tool, given, context);
      if (!isFunction(tool)) return;
      const asked = askedBy(given, tool);
      if (asked === undefined) return;
      if (!TOOL_NAME.test(tool.name)) {
        context.addIssue({
          code: "custom",
          path: ["tools", at, "name"],
          message: BAD_NAME,
          input: given,
        });
      }
      for (const issue of FunctionRequest.safeParse(asked.value).error?.issues ?? [])
        context.addIssue({ code: "custom", message: issue.message, path: [...asked.path(at), ...issue.path], input: given });
    });
  });
export type ApiTools = z.output<typeof ApiTools>;

/** A tool that is asked over HTTP. */
export function isFunction({ key }: Pick<ApiTool, "key">): boolean {
  return key === "custom_task";
}

/** A tool of an MCP server. */
export function isMcpTool({ key }: Pick<ApiTool, "key">): boolean {
  return key === "mcp_tool";
}

/** Agents name a server by it, in files and in other workspaces too. */
export const McpServerName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "must be small letters, digits and -, at most 40")
  .meta({ examples: ["orders"] });

/** Of a tool of an MCP server, seconds; it may name another limit. */
export const MCP_TOOL_SECONDS = 10;

/** Which tool of which server. */
export const McpRequest = z.looseObject({
  server: McpServerName,
  /** As the server names it. */
  tool: z.string().min(1).max(128),
  /** Of the tool as it was chosen: one that has changed since is not called. */
  fingerprint: z.string().min(1).max(64),
  /** It may take so long. */
  timeout_seconds: z.number().int().min(1).max(30).nullish(),
});
export type McpRequest = z.output<typeof McpRequest>;

export function mcpRequestOf(tool: ApiTool): McpRequest | undefined {
  return isMcpTool(tool) ? McpRequest.safeParse(tool["value"]).data : undefined;
}

function refuseMcpTool(tool: ApiTool, at: number, input: unknown, context: z.RefinementCtx): void {
  const path = ["tools", at];
  if (!TOOL_NAME.test(tool.name)) context.addIssue({ code: "custom", path: [...path, "name"], message: BAD_NAME, input });
  for (const issue of McpRequest.safeParse(tool["value"]).error?.issues ?? [])
    context.addIssue({ code: "custom", message: issue.message, path: [...path, "value", ...issue.path], input });
}

function refuseSendTool({ name }: ApiTool, input: Pick<ApiTools, "tools_params">, context: z.RefinementCtx): void {
  if (!Object.hasOwn(input.tools_params, name)) return;
  for (const issue of SendSettings.safeParse(input.tools_params[name]).error?.issues ?? [])
    context.addIssue({ code: "custom", message: issue.message, path: ["tools_params", name, ...issue.path], input });
}

/** A tool that puts the caller through to somebody else. */
export function isTransferTool({ key }: Pick<ApiTool, "key">): boolean {
  return key === "transfer_call";
}

/** A tool that writes a text message to the person of the call. */
export function isSendTool({ key }: Pick<ApiTool, "key">): boolean {
  return key === "send_message";
}

/**
 * Of such a tool, in `tools_params`. `sender_id`: by which of the workspace's senders; absent: one that this agent answers, else the oldest.
 * `text`: what is sent, with the call's variables (`{contact.name}`) and the tool's own arguments; absent: its argument `text`.
 */
export const SendSettings = z.looseObject({
  sender_id: z.uuid().nullish(),
  text: z.string().trim().max(1_000).nullish(),
});
export type SendSettings = z.output<typeof SendSettings>;

export function sendSettingsOf({ tools_params }: Pick<ApiTools, "tools_params">, { name }: Pick<ApiTool, "name">): SendSettings {
  return (Object.hasOwn(tools_params, name) ? SendSettings.safeParse(tools_params[name]).data : undefined) ?? {};
}

const TransferParam = z.looseObject({ call_transfer_number: z.string().trim().min(1).max(200) });

const Confirmed = z.looseObject({ confirmation: z.boolean() });

/** As the tool says, or its parameters; undefined: neither does. */
export function confirmationOf({ tools_params }: Pick<ApiTools, "tools_params">, tool: ApiTool): boolean | undefined {
  if (typeof tool.confirmation === "boolean") return tool.confirmation;
  return Object.hasOwn(tools_params, tool.name) ? Confirmed.safeParse(tools_params[tool.name]).data?.confirmation : undefined;
}

/** To whom: a number, or a phone that is registered here. Its parameters stand as an object, or as one written as JSON. */
export function transferNumberOf({ tools_params }: Pick<ApiTools, "tools_params">, tool: ApiTool): string | undefined {
  const shared = Object.hasOwn(tools_params, tool.name) ? tools_params[tool.name] : undefined;
  for (const place of [tool["value"], shared]) {
    const param = typeof place === "object" && place !== null && "param" in place ? place.param : undefined;
    const given = TransferParam.safeParse(typeof param === "string" ? parsed(param) : param).data;
    if (given) return given.call_transfer_number;
  }
  return undefined;
}

/** How this function is asked; undefined where its document does not say. */
export function requestOf(tools: ApiTools, tool: ApiTool): FunctionRequest | undefined {
  return FunctionRequest.safeParse(askedBy(tools, tool)?.value).data;
}

/** Beside the tool or among the parameters of all tools: both are written. One without an address is not asked anything. */
function askedBy(
  { tools_params }: Pick<ApiTools, "tools_params">,
  tool: ApiTool,
): { value: unknown; path(at: number): (string | number)[] } | undefined {
  const own = tool["value"];
  if (hasAddress(own)) return { value: own, path: (at) => ["tools", at, "value"] };
  const shared = Object.hasOwn(tools_params, tool.name) ? tools_params[tool.name] : undefined;
  return hasAddress(shared) ? { value: shared, path: () => ["tools_params", tool.name] } : undefined;
}

function hasAddress(value: unknown): boolean {
  const address = typeof value === "object" && value !== null && "url" in value ? value.url : undefined;
  return address !== null && address !== undefined && address !== "";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
