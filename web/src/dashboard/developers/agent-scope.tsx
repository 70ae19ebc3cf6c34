/** Whether a key is for the whole workspace, or held to some of its assistants. */
import { MOST_AGENTS_OF_KEY } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { SelectField } from "../../ui/field.tsx";
import { useWords } from "../../words/index.ts";
import { agents } from "./questions.ts";

interface HeldProps {
  /** Undefined: the whole workspace. */
  held: readonly string[] | undefined;
  set: (held: readonly string[] | undefined) => void;
  problem: string | undefined;
}

export function AgentScope({ held, set, problem }: HeldProps): React.ReactNode {
  const words = useWords();
  const { data = [] } = useQuery(agents);
  const problemId = useId();
  const choose = (id: string, isChosen: boolean): void =>
    set(isChosen ? [...(held ?? []), id] : (held ?? []).filter((one) => one !== id));
  return (
    <>
      <SelectField
        label={words.say("developers.held")}
        hint={held && words.say("developers.held_note")}
        value={held ? "some" : "all"}
        onChange={({ target }) => set(target.value === "some" ? [] : undefined)}
      >
        <option value="all">{words.say("developers.held_all")}</option>
        <option value="some">{words.say("developers.held_some")}</option>
      </SelectField>
      {held && (
        <fieldset className="field max-h-52 overflow-y-auto" aria-describedby={problem === undefined ? undefined : problemId}>
          <legend className="label">{words.say("developers.held_some")}</legend>
          {data.map(({ id, agent_name: name }) => (
            <label key={id} className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={held.includes(id)}
                disabled={held.length >= MOST_AGENTS_OF_KEY && !held.includes(id)}
                onChange={({ target }) => choose(id, target.checked)}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      {problem !== undefined && (
        <p id={problemId} className="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
