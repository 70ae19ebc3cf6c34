import { chosenOf } from "../../../ui/chosen.ts";
import { changeMember, mayActAs, type Member, removeMember, type Role, ROLES } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../../server.ts";
import { useMe } from "../../../shell/me.tsx";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { toast } from "../../../ui/toast.ts";
import { useWords } from "../../../words/index.ts";

const KEYS = [["members"], ["activity"]] as const;

/** Only those who may change a member can; the server checks again. */
export function MemberRow({ member }: { member: Member }): React.ReactNode {
  const words = useWords();
  const mine = useMe().workspace.role;
  const [asking, setAsking] = useState(false);
  const { id, name, role } = member;
  const changing = useAct({
    act: (next: Role) => server.call(changeMember, { params: { member_id: id }, body: { role: next } }),
    changes: [...KEYS, ["me"]],
    done: (changed) =>
      toast(words.say("settings.member_changed", { name: changed.name, role: words.say(`access.role_${changed.role}`) })),
  });
  const removing = useAct({
    act: () => server.call(removeMember, { params: { member_id: id } }),
    changes: KEYS,
    done: () => {
      setAsking(false);
      toast(words.say("settings.member_removed", { name }));
    },
  });
  const mayChange = mayActAs(mine, "admin") && (mine === "owner" || role !== "owner");
  return (
    <li>
      <span className="grow">
        <b>{name}</b> {member.self && <span className="hint">({words.say("settings.member_self")})</span>}
        <span className="hint block">{member.email}</span>
      </span>
      {mayChange ? (
        <select
          className="input select small"
          aria-label={words.say("settings.member_role_of", { name })}
          value={role}
          disabled={changing.busy}
          onChange={({ target }) => changing.do(chosenOf(ROLES, target.value))}
        >
          {ROLES.filter((one) => mine === "owner" || one !== "owner").map((one) => (
            <option key={one} value={one}>
              {words.say(`access.role_${one}`)}
            </option>
          ))}
        </select>
      ) : (
        <span>{words.say(`access.role_${role}`)}</span>
      )}
      {mayChange && !member.self && (
        <Button rank="bad" onClick={() => setAsking(true)} aria-label={words.say("settings.member_remove_title", { name })}>
          {words.say("settings.member_remove")}
        </Button>
      )}
      <ProblemLine>{changing.problem}</ProblemLine>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={words.say("settings.member_remove_title", { name })}
        description={words.say("settings.member_remove_note", { name })}
        act={words.say("settings.member_remove")}
        busy={removing.busy && words.say("settings.member_removing")}
        problem={removing.problem}
        onConfirm={() => removing.do()}
      />
    </li>
  );
}
