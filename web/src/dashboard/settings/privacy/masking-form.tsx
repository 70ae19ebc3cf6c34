import { changeMasking, listAgents, MASKED_KINDS, readMasking, type MaskedKind, type Masking } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../../../server.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { toast } from "../../../ui/toast.ts";
import { useWords } from "../../../words/index.ts";

const KEY = ["masking"];
const EVERY_AGENT = "";

/** What is masked in the words of calls: of all agents, and of agents with kinds of their own. */
export function MaskingForm(): React.ReactNode {
  const masking = useQuery({ queryKey: KEY, queryFn: () => server.call(readMasking) });
  return (
    <Loaded query={masking} rows={MASKED_KINDS.length}>
      {(read) => <Fields key={JSON.stringify(read)} read={read} />}
    </Loaded>
  );
}

function Fields({ read }: { read: Masking }): React.ReactNode {
  const words = useWords();
  const [rules, setRules] = useState(read);
  const [agentId, setAgentId] = useState(EVERY_AGENT);
  const agents = useQuery({ queryKey: ["agents"], queryFn: () => server.call(listAgents) });
  const save = useAct({
    act: (body: Masking) => server.call(changeMasking, { body }),
    changes: [KEY],
    done: () => toast(words.say("settings.saved")),
  });
  const own = rules.agents.find((one) => one.agent_id === agentId);
  const others = rules.agents.filter((one) => one.agent_id !== agentId);
  const kinds = own?.kinds ?? rules.kinds;
  const setOwn = (chosen: MaskedKind[] | undefined): void =>
    setRules({ ...rules, agents: chosen ? [...others, { agent_id: agentId, kinds: chosen }] : others });
  const choose = (kind: MaskedKind, isChosen: boolean): void => {
    const chosen = MASKED_KINDS.filter((one) => (one === kind ? isChosen : kinds.includes(one)));
    if (agentId === EVERY_AGENT) setRules({ ...rules, kinds: chosen });
    else setOwn(chosen);
  };
  const send = (event: React.FormEvent): void => {
    event.preventDefault();
    save.do(rules);
  };
  return (
    <form className="form py-4" onSubmit={send}>
      {agents.data && agents.data.length > 0 && (
        <SelectField label={words.say("privacy.masks_of")} value={agentId} onChange={({ target }) => setAgentId(target.value)}>
          <option value={EVERY_AGENT}>{words.say("privacy.masks_of_all")}</option>
          {agents.data.map(({ id, agent_name: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {agentId !== EVERY_AGENT && (
        <label className="flex min-h-8 items-center gap-2">
          <input
            type="checkbox"
            checked={own !== undefined}
            onChange={({ target }) => setOwn(target.checked ? [...rules.kinds] : undefined)}
          />
          {words.say("privacy.masks_own")}
        </label>
      )}
      <fieldset className="field" disabled={agentId !== EVERY_AGENT && !own}>
        <legend className="label">{words.say("privacy.masks")}</legend>
        {MASKED_KINDS.map((kind) => (
          <label key={kind} className="flex min-h-8 items-center gap-2">
            <input type="checkbox" checked={kinds.includes(kind)} onChange={({ target }) => choose(kind, target.checked)} />
            {words.say(`privacy.mask_${kind}`)}
          </label>
        ))}
      </fieldset>
      <label className="flex min-h-8 items-center gap-2">
        <input
          type="checkbox"
          checked={rules.keep_whole}
          onChange={({ target }) => setRules({ ...rules, keep_whole: target.checked })}
        />
        {words.say("privacy.keep_whole")}
      </label>
      <p className="hint">{words.say("privacy.keep_whole_note")}</p>
      <ProblemLine>{save.problem}</ProblemLine>
      <Button type="submit" busy={save.busy && words.say("shell.saving")}>
        {words.say("settings.save")}
      </Button>
    </form>
  );
}
