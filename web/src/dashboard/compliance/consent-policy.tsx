/** Where a consent to advertising is required, of which agents. */
import { changeConsentPolicy, type ConsentPolicy, listAgents, mayActAs, readConsentPolicy } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";

const POLICY = ["consent-policy"] as const;
const WHERE = ["off", "countries", "everywhere"] as const;

export function ConsentPolicyForm(): React.ReactNode {
  const policy = useQuery({ queryKey: POLICY, queryFn: () => server.call(readConsentPolicy) });
  return (
    <Loaded query={policy} rows={2}>
      {(one) => <Form key={JSON.stringify(one)} policy={one} />}
    </Loaded>
  );
}

function Form({ policy }: { policy: ConsentPolicy }): React.ReactNode {
  const words = useWords();
  const mayChange = mayActAs(useMe().workspace.role, "admin");
  const [typed, setTyped] = useState(policy);
  const save = useAct({
    act: (body: ConsentPolicy) => server.call(changeConsentPolicy, { body }),
    changes: [POLICY],
    done: () => toast(words.say("consents.policy_saved")),
  });
  const set = (change: Partial<ConsentPolicy>): void => setTyped((before) => ({ ...before, ...change }));
  return (
    <form
      className="grid max-w-180 gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.do(typed);
      }}
    >
      <fieldset className="m-0 grid gap-4 border-0 p-0" disabled={!mayChange}>
        <SelectField
          label={words.say("consents.policy")}
          hint={typed.required === "off" ? undefined : words.say("consents.policy_note")}
          value={typed.required}
          onChange={({ target }) => set({ required: WHERE.find((one) => one === target.value) ?? "off" })}
        >
          {WHERE.map((one) => (
            <option key={one} value={one}>
              {words.say(`consents.policy_${one}`)}
            </option>
          ))}
        </SelectField>
        {typed.required !== "off" && (
          <>
            <Agents chosen={typed.agent_ids} choose={(agent_ids) => set({ agent_ids })} />
            <label className="flex min-h-8 items-center gap-2">
              <input type="checkbox" checked={typed.transfers} onChange={({ target }) => set({ transfers: target.checked })} />
              {words.say("consents.transfers")}
            </label>
          </>
        )}
      </fieldset>
      <ProblemLine>{save.problem}</ProblemLine>
      {mayChange && JSON.stringify(typed) !== JSON.stringify(policy) && (
        <div>
          <Button rank="first" type="submit" busy={save.busy && words.say("shell.saving")}>
            {words.say("consents.policy_save")}
          </Button>
        </div>
      )}
    </form>
  );
}

interface AgentsProps {
  chosen: readonly string[];
  choose: (ids: string[]) => void;
}

function Agents({ chosen, choose }: AgentsProps): React.ReactNode {
  const words = useWords();
  const agents = useQuery({ queryKey: ["agents"], queryFn: () => server.call(listAgents) });
  if (!agents.data || agents.data.length === 0) return null;
  return (
    <fieldset className="entry">
      <legend>{words.say("consents.agents")}</legend>
      <p className="hint">{words.say("consents.agents_note")}</p>
      {agents.data.map(({ id, agent_name: name }) => (
        <label key={id} className="flex min-h-8 items-center gap-2">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) => choose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
          <bdi>{name}</bdi>
        </label>
      ))}
    </fieldset>
  );
}
