import { leaveWorkspace, listMembers, mayActAs } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { server } from "../../../server.ts";
import { useMe } from "../../../shell/me.tsx";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { useWords } from "../../../words/index.ts";
import { Section } from "../section.tsx";
import { Invitations } from "./invitations.tsx";
import { MemberRow } from "./member-row.tsx";

export function MembersPage(): React.ReactNode {
  const words = useWords();
  const me = useMe();
  const list = useQuery({ queryKey: ["members"], queryFn: () => server.call(listMembers) });
  if (me.kind === "visitor")
    return (
      <Empty
        title={words.say("settings.needs_account")}
        act={
          <Link className="button" to={paths.signUp}>
            {words.say("settings.make_account")}
          </Link>
        }
      >
        {words.say("refusals.member.demo")}
      </Empty>
    );
  return (
    <>
      <Section title={words.say("settings.members_title")}>
        <Loaded query={list} rows={3}>
          {({ data }) => (
            <ul className="rows">
              {data.map((member) => (
                <MemberRow key={member.id} member={member} />
              ))}
            </ul>
          )}
        </Loaded>
        <ul className="hint grid gap-1 pt-3">
          {(["viewer", "agent_manager", "admin", "owner"] as const).map((role) => (
            <li key={role}>{words.say(`settings.${role}_note`)}</li>
          ))}
        </ul>
      </Section>
      {mayActAs(me.workspace.role, "admin") && <Invitations />}
      {me.kind === "person" && <Leave />}
    </>
  );
}

function Leave(): React.ReactNode {
  const words = useWords();
  const [asking, setAsking] = useState(false);
  const act = useAct({ act: () => server.call(leaveWorkspace), done: () => location.assign(paths.home) });
  const title = words.say("settings.member_leave");
  return (
    <div>
      <Button rank="bad" onClick={() => setAsking(true)}>
        {title}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={title}
        description={words.say("settings.member_leave_note")}
        act={title}
        busy={act.busy && words.say("settings.member_leaving")}
        problem={act.problem}
        onConfirm={() => act.do()}
      />
    </div>
  );
}
