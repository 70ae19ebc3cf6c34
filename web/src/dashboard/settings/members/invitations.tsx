import { chosenOf } from "../../../ui/chosen.ts";
import {
  type Answer,
  inviteMember,
  listMemberInvitations,
  type MemberInvitation,
  type Role,
  ROLES,
  withdrawMemberInvitation,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { emailProblem } from "../../../access/rules.ts";
import { server } from "../../../server.ts";
import { useMe } from "../../../shell/me.tsx";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { Copy } from "../../../ui/copy.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { toast } from "../../../ui/toast.ts";
import { useDraft } from "../../../ui/use-draft.ts";
import { useWords } from "../../../words/index.ts";
import { Section } from "../section.tsx";

const KEY = ["member-invitations"];

export function Invitations(): React.ReactNode {
  const words = useWords();
  const list = useQuery({ queryKey: KEY, queryFn: () => server.call(listMemberInvitations) });
  return (
    <>
      <Section title={words.say("settings.invite")}>
        <Invite />
      </Section>
      <Section title={words.say("settings.invitations")}>
        <Loaded query={list}>
          {({ data }) =>
            data.length === 0 ? (
              <p className="py-2 text-ink-2">{words.say("settings.invitations_none")}</p>
            ) : (
              <ul className="rows">
                {data.map((invitation) => (
                  <Row key={invitation.id} invitation={invitation} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Section>
    </>
  );
}

function Invite(): React.ReactNode {
  const words = useWords();
  const mine = useMe().workspace.role;
  const [email, setEmail, forget] = useDraft("invite-email");
  const [role, setRole] = useState<Role>("agent_manager");
  const [problem, setProblem] = useState<string>();
  const [sent, setSent] = useState<Answer<typeof inviteMember>>();
  const act = useAct({
    act: () => server.call(inviteMember, { body: { email, role } }),
    changes: [KEY],
    done: (invitation) => {
      setSent(invitation);
      forget();
    },
  });
  const send = (event: React.FormEvent): void => {
    event.preventDefault();
    const wrong = emailProblem(email, words);
    setProblem(wrong);
    if (wrong === undefined) act.do();
  };
  return (
    <>
      <form className="form py-4" noValidate onSubmit={send}>
        <TextField
          label={words.say("access.email")}
          type="email"
          maxLength={254}
          value={email}
          problem={problem}
          onChange={({ target }) => {
            setEmail(target.value);
            setProblem(undefined);
          }}
        />
        <SelectField
          label={words.say("settings.invite_role")}
          value={role}
          onChange={({ target }) => setRole(chosenOf(ROLES, target.value))}
        >
          {ROLES.filter((one) => mine === "owner" || one !== "owner").map((one) => (
            <option key={one} value={one}>
              {words.say(`access.role_${one}`)}
            </option>
          ))}
        </SelectField>
        <ProblemLine>{act.problem}</ProblemLine>
        <Button type="submit" rank="first" busy={act.busy && words.say("settings.inviting")}>
          {words.say("settings.invite")}
        </Button>
      </form>
      <div role="status">
        {sent && (
          <div className="once">
            <b>{words.say("settings.invite_sent", { email: sent.email })}</b>
            <p>
              {words.say("settings.invite_link")} {words.say(`settings.invite_letter_${sent.letter}`)}
            </p>
            <Copy text={sent.link} />
          </div>
        )}
      </div>
    </>
  );
}

function Row({ invitation }: { invitation: MemberInvitation }): React.ReactNode {
  const words = useWords();
  const act = useAct({
    act: () => server.call(withdrawMemberInvitation, { params: { invitation_id: invitation.id } }),
    changes: [KEY],
    done: () => toast(words.say("settings.withdrawn")),
  });
  const { email, role, invited_by: name, expires_at: until } = invitation;
  return (
    <li>
      <span className="grow">
        <b>{email}</b> {words.say(`access.role_${role}`)}
        <span className="hint block">{words.say("settings.invited_by", { name, day: words.day(until) })}</span>
      </span>
      <ProblemLine>{act.problem}</ProblemLine>
      <Button
        rank="quiet"
        disabled={act.busy}
        onClick={() => act.do()}
        aria-label={`${words.say("settings.withdraw")}: ${email}`}
      >
        {words.say("settings.withdraw")}
      </Button>
    </li>
  );
}
