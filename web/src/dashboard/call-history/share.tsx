/** A link to a call, or to a moment of it: whoever opens it must belong to the workspace. Its people can be told of it. */
import { listMembers, shareCall, type Member } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { clock } from "../../call/clock.ts";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Copy } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";

export function ShareCall({ id, atMs }: { id: string; atMs: number }): React.ReactNode {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const [isAtMoment, setAtMoment] = useState(true);
  const seconds = Math.floor(atMs / 1_000);
  const moment = isAtMoment && seconds > 0 ? `?t=${seconds}` : "";
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.say("history.share")}</Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={words.say("history.share")}
        description={words.say("history.share_note")}
      >
        {seconds > 0 && (
          <label className="flex items-center gap-2">
            <input type="checkbox" checked={isAtMoment} onChange={({ target }) => setAtMoment(target.checked)} />
            {words.say("history.share_at", { clock: clock(atMs) })}
          </label>
        )}
        <Copy text={location.origin + paths.call(id) + moment} />
        {isOpen && <TellMembers id={id} from={moment === "" ? 0 : seconds} />}
      </Dialog>
    </>
  );
}

/** As many as are told at once. */
const MOST_TOLD = 50;

function TellMembers({ id, from }: { id: string; from: number }): React.ReactNode {
  const words = useWords();
  const members = useQuery({ queryKey: ["members"], queryFn: () => server.call(listMembers) });
  return (
    <Loaded query={members} rows={2}>
      {({ data }) => {
        const others = data.filter(({ self }) => !self);
        return others.length === 0 ? (
          <p className="hint">{words.say("history.share_nobody")}</p>
        ) : (
          <Choice others={others} id={id} from={from} />
        );
      }}
    </Loaded>
  );
}

function Choice({ others, id, from }: { others: readonly Member[]; id: string; from: number }): React.ReactNode {
  const words = useWords();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const act = useAct({
    act: () => server.call(shareCall, { params: { execution_id: id }, body: { member_ids: [...chosen], from } }),
    changes: [],
    done: () => {
      toast(words.say("history.share_told"));
      setChosen([]);
    },
  });
  const choose = (one: string, isChosen: boolean): void =>
    setChosen((before) => (isChosen ? [...before, one] : before.filter((other) => other !== one)));
  return (
    <fieldset className="grid gap-2">
      <legend className="font-bold">{words.say("history.share_tell")}</legend>
      <p className="hint">{words.say("history.share_tell_note")}</p>
      <ul className="grid max-h-48 gap-1 overflow-y-auto">
        {others.map(({ id: member, name, email }) => (
          <li key={member}>
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={chosen.includes(member)}
                disabled={!chosen.includes(member) && chosen.length >= MOST_TOLD}
                onChange={({ target }) => choose(member, target.checked)}
              />
              <bdi>{name || email}</bdi>
            </label>
          </li>
        ))}
      </ul>
      <ProblemLine>{act.problem}</ProblemLine>
      <div>
        <Button disabled={chosen.length === 0} busy={act.busy && words.say("history.share_notify")} onClick={() => act.do()}>
          {words.say("history.share_notify")}
        </Button>
      </div>
    </fieldset>
  );
}
