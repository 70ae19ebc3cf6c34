/** Whom callers are put through to, as the editor shows it and as it stands in the document. Pure. */
import { type ApiTool, type ApiTools, isTransferTool, transferNumberOf, isRecord } from "@ongea/contract";
import { waitIn, waitOf } from "./function-draft.ts";

export interface TransferDraft {
  /** A number, or the name of a registered phone. */
  to: string;
  when: string;
  said: string;
}

export const MOST_TRANSFERS = 8;
const NAME = "transfer_call";
/** Read by models. */
const WHEN = "When the caller asks for a person.";

export function transfersOf(tools: ApiTools): { tool: ApiTool; draft: TransferDraft }[] {
  return tools.tools.filter(isTransferTool).map((tool) => ({
    tool,
    draft: { to: transferNumberOf(tools, tool) ?? "", when: tool.description, said: waitOf(tool.pre_call_message) },
  }));
}

export function withTransfer(tools: ApiTools, tool: ApiTool, { to, when, said }: TransferDraft): ApiTools {
  const made: ApiTool = { ...tool, description: when, pre_call_message: waitIn(said, tool.pre_call_message) };
  const params = treeOf(tools.tools_params[tool.name]);
  const value = { ...params, param: { ...paramOf(params["param"]), call_transfer_number: to } };
  // What stood beside the tool is read before what is shared: there is one place from now on.
  delete made["value"];
  return {
    ...tools,
    tools: tools.tools.map((one) => (one === tool ? made : one)),
    tools_params: { ...tools.tools_params, [tool.name]: value },
  };
}

export function withNewTransfer(tools: ApiTools): ApiTools {
  const taken = new Set(tools.tools.map(({ name }) => name));
  let name = NAME;
  for (let n = 2; taken.has(name); n++) name = `${NAME}_${n}`;
  const made: ApiTool = { key: NAME, name, description: WHEN, pre_call_message: null };
  const value = { param: { call_sid: "%(call_sid)s", call_transfer_number: "" } };
  return { ...tools, tools: [...tools.tools, made], tools_params: { ...tools.tools_params, [name]: value } };
}

type Tree = Readonly<Record<string, unknown>>;

function paramOf(param: unknown): Tree {
  if (typeof param !== "string") return treeOf(param);
  try {
    return treeOf(JSON.parse(param));
  } catch {
    return {};
  }
}

function treeOf(value: unknown): Tree {
  return isRecord(value) && !Array.isArray(value) ? value : {};
}
