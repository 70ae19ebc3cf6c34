import { FunctionRequest, tryFunction } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";
import { argumentValue, type FunctionDraft, requestIn } from "./function-draft.ts";

interface Told {
  ok: boolean;
  result: string;
  duration_ms: number;
}

interface TryFunctionProps {
  draft: FunctionDraft;
  isReady: boolean;
  /** Shows beside the fields what is wrong, where it is not ready. */
  explain: () => void;
  /** With what it answered. */
  answered: (result: string) => void;
}

/** The service is asked once, now, as a call would ask it: what it answers is what the agent would be told. */
export function TryFunction({ draft, isReady, explain, answered }: TryFunctionProps): React.ReactNode {
  const words = useWords();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [told, setTold] = useState<Told>();
  const given = draft.arguments.filter(({ name }) => name.trim() !== "");
  const ask = useAct({
    act: () => {
      const said = given.map(({ name, type }) => [name.trim(), argumentValue(type, values[name] ?? "")] as const);
      const body = {
        request: FunctionRequest.parse(requestIn(draft)),
        arguments: Object.fromEntries(said.filter(([, value]) => value !== undefined)),
      };
      return server.call(tryFunction, { body });
    },
    done: (answer) => {
      setTold(answer);
      if (answer.ok) answered(answer.result);
    },
  });
  return (
    <details className="grid gap-3">
      <summary>{words.say("agents.function_try")}</summary>
      <div className="grid gap-3 pt-3">
        {given.map(({ name }, at) => (
          <TextField
            key={at}
            label={name}
            maxLength={1_000}
            value={values[name] ?? ""}
            onChange={({ target }) => setValues((before) => ({ ...before, [name]: target.value }))}
          />
        ))}
        <div>
          <Button
            busy={ask.busy && words.say("agents.function_asking")}
            onClick={({ currentTarget: { form } }) => {
              if (isReady) return ask.do();
              explain();
              focusFault(form);
            }}
          >
            {words.say("agents.function_ask")}
          </Button>
        </div>
        <ProblemLine>{ask.problem}</ProblemLine>
        {told && !ask.busy && (
          <div role="status" className="grid gap-2">
            <span className={told.ok ? "status good" : "status bad"}>
              {words.say(told.ok ? "agents.function_answered" : "agents.function_failed", { ms: words.number(told.duration_ms) })}
            </span>
            <pre dir="ltr" className="max-h-40 overflow-auto whitespace-pre-wrap break-words">
              {told.result}
            </pre>
          </div>
        )}
      </div>
    </details>
  );
}

function focusFault(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
}
