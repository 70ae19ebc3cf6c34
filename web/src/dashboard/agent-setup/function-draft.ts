/** A function as its form holds it, and as it stands in the document. Pure. */
import { type ApiTool, type ApiTools, confirmationOf, FunctionRequest, isFunction, isRecord } from "@ongea/contract";

export const ARGUMENT_TYPES = ["string", "integer", "number", "boolean"] as const;
export type ArgumentType = (typeof ARGUMENT_TYPES)[number];

export interface ArgumentDraft {
  name: string;
  type: ArgumentType;
  description: string;
  required: boolean;
}

export interface FunctionDraft {
  name: string;
  description: string;
  method: string;
  url: string;
  authorization: string;
  headers: { name: string; value: string }[];
  /** JSON; empty: the arguments as they are. */
  param: string;
  arguments: ArgumentDraft[];
  /** Said meanwhile. */
  wait: string;
  /** How its result is told. */
  answer: string;
  /** Whether the caller says yes before it runs: where it changes something, or never. */
  confirmation: "usual" | "never";
  /** Other tools, by name; empty: none. */
  change: string;
  undo: string;
}

export const EMPTY_FUNCTION: FunctionDraft = {
  name: "",
  description: "",
  method: "GET",
  url: "",
  authorization: "",
  headers: [],
  param: "",
  arguments: [],
  wait: "",
  answer: "",
  confirmation: "usual",
  change: "",
  undo: "",
};

type Tree = Readonly<Record<string, unknown>>;

export function functionsOf(tools: ApiTools): ApiTool[] {
  return tools.tools.filter(isFunction);
}

export function draftOf(tools: ApiTools, tool: ApiTool): FunctionDraft {
  const { tools_params } = tools;
  const request = { ...treeOf(tools_params[tool.name]), ...treeOf(tool["value"]) };
  const schema = treeOf(tool.parameters);
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return {
    name: tool.name,
    description: tool.description,
    method: wordsOf(request["method"]).toUpperCase() || "GET",
    url: wordsOf(request["url"]),
    authorization: wordsOf(request["api_token"]),
    headers: Object.entries(treeOf(request["headers"])).map(([name, value]) => ({ name, value: wordsOf(value) })),
    param: paramText(request["param"]),
    arguments: Object.entries(treeOf(schema["properties"])).map(([name, property]) => ({
      name,
      type: ARGUMENT_TYPES.find((type) => type === treeOf(property)["type"]) ?? "string",
      description: wordsOf(treeOf(property)["description"]),
      required: required.includes(name),
    })),
    wait: waitOf(tool.pre_call_message),
    answer: waitOf(tool.answer_template),
    confirmation: confirmationOf(tools, tool) === false ? "never" : "usual",
    change: tool.change ?? "",
    undo: tool.undo ?? "",
  };
}

/** The tools with this function in the place of the one that it was, or as the last. What its form does not show is kept. */
export function withFunction(tools: ApiTools, draft: FunctionDraft, before?: ApiTool): ApiTools {
  const made: ApiTool = {
    ...before,
    key: "custom_task",
    name: draft.name.trim(),
    description: draft.description.trim(),
    parameters: schemaOf(draft, treeOf(before?.parameters)),
    pre_call_message: waitIn(draft.wait, before?.pre_call_message),
    answer_template: waitIn(draft.answer, before?.answer_template),
    ...(draft.confirmation === "never" ? { confirmation: false } : before?.confirmation === false ? { confirmation: null } : {}),
    ...remedies(draft, before),
    value: { ...treeOf(before && tools.tools_params[before.name]), ...treeOf(before?.["value"]), ...requestIn(draft) },
  };
  const others = Object.entries(tools.tools_params).filter(([name]) => name !== before?.name);
  const all = before ? tools.tools.map((one) => (one === before ? made : one)) : [...tools.tools, made];
  const isRenamed = before !== undefined && before.name !== made.name;
  return { ...tools, tools: isRenamed ? renamed(all, before.name, made.name) : all, tools_params: Object.fromEntries(others) };
}

/** Nothing is written where nothing was chosen. */
export function remedies({ change, undo }: { change: string; undo: string }, before?: ApiTool): Pick<ApiTool, "change" | "undo"> {
  return {
    ...(change !== "" || before?.change ? { change: change || null } : {}),
    ...(undo !== "" || before?.undo ? { undo: undo || null } : {}),
  };
}

/** Tools that name this one to be changed or undone by name its new name, or none where it is gone. */
export function renamed(tools: readonly ApiTool[], from: string, to: string | null): ApiTool[] {
  return tools.map((one) =>
    one.change === from || one.undo === from
      ? { ...one, ...(one.change === from ? { change: to } : {}), ...(one.undo === from ? { undo: to } : {}) }
      : one,
  );
}

export function withoutFunction(tools: ApiTools, gone: ApiTool): ApiTools {
  const others = Object.entries(tools.tools_params).filter(([name]) => name !== gone.name);
  const left = tools.tools.filter((one) => one !== gone);
  return { ...tools, tools: renamed(left, gone.name, null), tools_params: Object.fromEntries(others) };
}

export type FunctionFault = "name" | "taken" | "url" | "param" | "headers" | "arguments" | "authorization";

/** What keeps it from being saved; the first that a reader of the form meets. */
export function faultOfFunction(draft: FunctionDraft, otherNames: readonly string[]): FunctionFault | undefined {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(draft.name.trim())) return "name";
  if (otherNames.includes(draft.name.trim())) return "taken";
  const names = draft.arguments.map(({ name }) => name.trim());
  if (names.some((name) => !/^\w{1,64}$/.test(name)) || new Set(names).size < names.length) return "arguments";
  const [issue] = FunctionRequest.safeParse(requestIn(draft)).error?.issues ?? [];
  switch (issue?.path[0]) {
    case undefined:
      return undefined;
    case "param":
    case "headers":
      return issue.path[0];
    case "api_token":
      return "authorization";
    default:
      return "url";
  }
}

export function requestIn({ method, url, authorization, headers, param }: FunctionDraft) {
  const named = headers.filter(({ name }) => name.trim() !== "").map(({ name, value }) => [name.trim(), value] as const);
  return {
    method,
    url: url.trim(),
    api_token: authorization === "" ? null : authorization,
    headers: Object.fromEntries(named),
    param: param.trim() === "" ? null : param,
  };
}

/** What is written in a field for this argument, as the kind of value that it is. */
export function argumentValue(type: ArgumentType, text: string): unknown {
  if (text === "") return undefined;
  if (type === "boolean") return text === "true";
  return type === "string" || !Number.isFinite(Number(text)) ? text : Number(text);
}

function schemaOf({ arguments: given }: FunctionDraft, before: Tree): Record<string, unknown> {
  const known = treeOf(before["properties"]);
  const properties = given.map(({ name, type, description }) => {
    const was = treeOf(known[name.trim()]);
    // A kind that the form does not know stays as it was written.
    const isKept = was["type"] !== undefined && type === "string" && !ARGUMENT_TYPES.some((one) => one === was["type"]);
    return [name.trim(), { ...was, ...(isKept ? {} : { type }), description }] as const;
  });
  const required = given.filter((one) => one.required).map(({ name }) => name.trim());
  return { ...before, type: "object", properties: Object.fromEntries(properties), required };
}

export function waitOf(message: ApiTool["pre_call_message"]): string {
  if (typeof message === "string") return message;
  return message?.["en"] ?? Object.values(message ?? {})[0] ?? "";
}

/** Of a message in several languages, the shown one changes. */
export function waitIn(text: string, before: ApiTool["pre_call_message"]): ApiTool["pre_call_message"] {
  if (typeof before !== "object" || before === null) return text.trim() === "" ? null : text;
  const language = before["en"] === undefined ? (Object.keys(before)[0] ?? "en") : "en";
  return { ...before, [language]: text };
}

function paramText(param: unknown): string {
  if (param === null || param === undefined) return "";
  return typeof param === "string" ? param : JSON.stringify(param, undefined, 2);
}

function treeOf(value: unknown): Tree {
  return isRecord(value) && !Array.isArray(value) ? value : {};
}

function wordsOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
