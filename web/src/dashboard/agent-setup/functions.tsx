/** Functions of the operator's own: services that the agent asks over HTTP in a call. */
import type { ApiTool, ApiTools } from "@ongea/contract";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useWords } from "../../words/index.ts";
import { draftOf, EMPTY_FUNCTION, functionsOf, withFunction, withoutFunction } from "./function-draft.ts";
import { FunctionForm } from "./function-form.tsx";

interface FunctionsProps {
  tools: ApiTools;
  change: (next: ApiTools) => void;
  readOnly: boolean;
  /** Of the agent. */
  language: string;
}

const MOST = 20;

export function Functions({ tools, change, readOnly, language }: FunctionsProps): React.ReactNode {
  const words = useWords();
  const [open, setOpen] = useState<{ tool?: ApiTool }>();
  const functions = functionsOf(tools);
  const otherNames = tools.tools.filter((one) => one !== open?.tool).map(({ name }) => name);
  return (
    <section className="controls" aria-label={words.say("agents.functions")}>
      <h2>{words.say("agents.functions")}</h2>
      <p className="hint">{words.say("agents.functions_note")}</p>
      {functions.length > 0 && (
        <ul className="rows">
          {functions.map((tool) => (
            <FunctionRow
              key={tool.name}
              name={tool.name}
              address={addressOf(tools, tool)}
              readOnly={readOnly}
              edit={() => setOpen({ tool })}
              remove={() => change(withoutFunction(tools, tool))}
            />
          ))}
        </ul>
      )}
      {!readOnly && (
        <div>
          <Button disabled={functions.length >= MOST} onClick={() => setOpen({})}>
            <Icon name="plus" />
            {words.say("agents.function_add")}
          </Button>
        </div>
      )}
      <Dialog
        open={open !== undefined}
        onOpenChange={(isOpen) => !isOpen && setOpen(undefined)}
        title={words.say(open?.tool ? "agents.function_edit" : "agents.function_add")}
      >
        {open && (
          <FunctionForm
            first={open.tool ? draftOf(tools, open.tool) : EMPTY_FUNCTION}
            otherNames={otherNames}
            language={language}
            cancel={() => setOpen(undefined)}
            done={(draft) => {
              change(withFunction(tools, draft, open.tool));
              setOpen(undefined);
            }}
          />
        )}
      </Dialog>
    </section>
  );
}

interface RowProps {
  name: string;
  address: string;
  readOnly: boolean;
  edit: () => void;
  remove: () => void;
}

function FunctionRow({ name, address, readOnly, edit, remove }: RowProps): React.ReactNode {
  const words = useWords();
  return (
    <li>
      <code dir="ltr">{name}</code>
      <span className="hint grow break-all" dir="ltr">
        {address || words.say("agents.function_no_address")}
      </span>
      {!readOnly && (
        <>
          <Button rank="quiet" onClick={edit} aria-label={words.say("agents.function_change_named", { name })}>
            {words.say("agents.function_change")}
          </Button>
          <Button rank="quiet" className="square" onClick={remove} aria-label={words.say("agents.function_remove", { name })}>
            <Icon name="trash" />
          </Button>
        </>
      )}
    </li>
  );
}

function addressOf(tools: ApiTools, tool: ApiTool): string {
  const { method, url } = draftOf(tools, tool);
  return url === "" ? "" : `${method} ${url}`;
}
