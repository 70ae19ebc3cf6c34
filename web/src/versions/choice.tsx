/** The version that is used, and a dialog that names another one. */
import { listAgentVersions, listVersionChoices, mayActAs, setVersionChoice } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../server.ts";
import { useMe } from "../shell/me.tsx";
import { useAct } from "../ui/act.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { SelectField } from "../ui/field.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { ProblemLine } from "../ui/problem-line.tsx";
import { type FurtherArea, useAreas, useWords } from "../words/index.ts";
import { type ChoiceProps, idOf } from "./chooser.ts";
import { partLater } from "../ui/part-later.tsx";

const Split = partLater(async () => (await import("./split.tsx")).Split);

const AREAS: readonly FurtherArea[] = ["publishing"];
const CHOICES = ["version-choices"] as const;

export function Choice(props: ChoiceProps): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  const { kind, target, agentId, name } = props;
  const mayChoose = mayActAs(useMe().workspace.role, "agent_manager");
  const { data } = useQuery({ queryKey: CHOICES, queryFn: () => server.call(listVersionChoices) });
  const [open, setOpen] = useState(false);
  // Its line is there already, so that nothing moves.
  if (!data) return <span aria-hidden>&nbsp;</span>;
  const mine = data.data.find((one) => one.kind === kind && idOf(one.target) === idOf(target) && one.agent_id === agentId);
  const used = mine ? words.say("publishing.uses_version", { version: mine.version }) : words.say("publishing.uses_live");
  if (!mayChoose) return <span className="hint">{used}</span>;
  return (
    <>
      <button type="button" className="link" aria-label={`${used}: ${name}`} onClick={() => setOpen(true)}>
        {used}
      </button>
      {open && <Choose {...props} version={mine?.version} close={() => setOpen(false)} />}
    </>
  );
}

interface ChooseProps extends ChoiceProps {
  /** Undefined: the live one. */
  version: number | undefined;
  close: () => void;
}

const LIVE = "live";

function Choose({ kind, target, agentId, name, version, close }: ChooseProps): React.ReactNode {
  const words = useWords();
  const [wanted, setWanted] = useState(String(version ?? LIVE));
  const versions = useQuery({
    queryKey: ["agent", agentId, "versions"],
    queryFn: () => server.call(listAgentVersions, { params: { agent_id: agentId } }),
  });
  const act = useAct({
    act: () => server.call(setVersionChoice, { body: { kind, target, version: wanted === LIVE ? null : Number(wanted) } }),
    changes: [CHOICES],
    done: close,
  });
  return (
    <Dialog
      open
      onOpenChange={close}
      title={words.say("publishing.choose_title", { name })}
      description={words.say("publishing.choose_note")}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          act.do();
        }}
      >
        <Loaded query={versions} rows={1}>
          {({ data }) => (
            <SelectField
              label={words.say("publishing.choose")}
              value={wanted}
              onChange={({ target: chosen }) => setWanted(chosen.value)}
            >
              <option value={LIVE}>{words.say("publishing.uses_live")}</option>
              {data.map((one) => (
                <option key={one.version} value={one.version}>
                  {words.say("publishing.uses_version", { version: one.version })}
                  {one.name !== "" && ` · ${one.name}`}
                </option>
              ))}
            </SelectField>
          )}
        </Loaded>
        <ProblemLine>{act.problem}</ProblemLine>
        <div className="flex flex-wrap gap-2">
          <Button rank="first" type="submit" busy={act.busy && words.say("shell.saving")}>
            {words.say("publishing.save")}
          </Button>
          <Button onClick={close}>{words.say("shell.cancel")}</Button>
        </div>
      </form>
      {versions.data && <Split kind={kind} target={target} agentId={agentId} name={name} versions={versions.data.data} />}
    </Dialog>
  );
}
