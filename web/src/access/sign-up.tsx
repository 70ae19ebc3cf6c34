/** A new account: with a member's invitation, with the setup token of a new installation, or by a visitor who claims the demo workspace. */
import { type Answer, readInvitation, readMe, signUp } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../paths.ts";
import { server } from "../server.ts";
import { useAct } from "../ui/act.ts";
import { isMissing } from "../ui/missing.tsx";
import { TextField } from "../ui/field.tsx";
import { NewPassword } from "../ui/new-password.tsx";
import { useDraft } from "../ui/use-draft.ts";
import { useWords } from "../words/index.ts";
import { AccessPage } from "./access-page.tsx";
import { entered } from "./entered.ts";
import { FirstAccount, useFirstAccount } from "./first-account.tsx";
import { Form } from "./form.tsx";
import { emailProblem, onlyProblems, newPasswordProblem } from "./rules.ts";

type Field = "name" | "email" | "password";
type Invited = Answer<typeof readInvitation>;

export function SignUp(): React.ReactNode {
  const words = useWords();
  const { search } = useLocation();
  const invitation = new URLSearchParams(search).get("invitation") ?? undefined;
  const setup = new URLSearchParams(search).get("setup") ?? undefined;
  const { invited, note } = useReason(invitation, setup);
  const isFirst = useFirstAccount() && !setup && !invitation;
  const [name, setName] = useDraft("sign-up-name");
  const [typedEmail, setEmail] = useDraft("sign-up-email");
  const [password, setPassword] = useState("");
  const email = invited?.email ?? typedEmail;
  const act = useAct({
    act: () =>
      server.call(signUp, {
        body: { name, email, password, ...(invitation ? { invitation } : {}), ...(setup ? { setup } : {}) },
      }),
    done: entered,
  });
  return (
    <AccessPage title={words.say("access.sign_up")} note={isFirst ? undefined : note}>
      {isFirst && <FirstAccount />}
      <Form<Field>
        act={words.say("access.sign_up")}
        busyWord={words.say("access.signing_up")}
        busy={act.busy}
        problem={act.problem}
        check={() =>
          onlyProblems({
            name: name.trim() === "" ? words.say("access.name_missing") : undefined,
            email: emailProblem(email, words),
            password: newPasswordProblem(password, words),
          })
        }
        onSend={() => act.do()}
      >
        {(problems, edited) => (
          <Fields
            typed={{ name, email, password }}
            change={{ name: setName, email: setEmail, password: setPassword }}
            isInvited={invited !== undefined}
            problems={problems}
            edited={edited}
          />
        )}
      </Form>
      <p>
        <Link className="link" to={invitation ? `${paths.join}?token=${encodeURIComponent(invitation)}` : paths.signIn}>
          {words.say("access.have_account")}
        </Link>
      </p>
    </AccessPage>
  );
}

interface FieldsProps {
  typed: Record<Field, string>;
  change: Record<Field, (text: string) => void>;
  /** The address is the invitation's. */
  isInvited: boolean;
  problems: Partial<Record<Field, string>>;
  edited: (field: Field) => void;
}

function Fields({ typed, change, isInvited, problems, edited }: FieldsProps): React.ReactNode {
  const words = useWords();
  const field = (kind: Field) => ({
    value: typed[kind],
    onChange: ({ target }: React.ChangeEvent<HTMLInputElement>) => {
      change[kind](target.value);
      edited(kind);
    },
  });
  return (
    <>
      <TextField
        label={words.say("access.full_name")}
        autoComplete="name"
        maxLength={100}
        problem={problems.name}
        {...field("name")}
      />
      <TextField
        label={words.say("access.email")}
        type="email"
        autoComplete="username"
        maxLength={254}
        readOnly={isInvited}
        problem={problems.email}
        {...field("email")}
      />
      <NewPassword label={words.say("access.password")} problem={problems.password} {...field("password")} />
    </>
  );
}

/** What brings somebody here, and what they are told about it. */
function useReason(invitation: string | undefined, setup: string | undefined): { invited: Invited | undefined; note: string } {
  const words = useWords();
  const invited = useQuery({
    queryKey: ["invitation", invitation],
    queryFn: () => server.call(readInvitation, { body: { token: invitation ?? "" } }),
    enabled: invitation !== undefined,
    retry: false,
  });
  const visitor = useQuery({
    queryKey: ["me"],
    queryFn: () => server.call(readMe),
    enabled: !invitation && !setup,
    retry: false,
  });
  const note = ((): string => {
    if (invited.data) {
      const { invited_by: inviter, workspace, role } = invited.data;
      return words.say("access.sign_up_invited", { inviter, workspace, role: words.say(`access.role_${role}`) });
    }
    if (setup !== undefined) return words.say("access.sign_up_setup");
    if (isMissing(invited.error)) return words.say("access.invitation_bad");
    return words.say(visitor.data?.kind === "visitor" ? "access.sign_up_claim" : "access.sign_up_none");
  })();
  return { invited: invited.data, note };
}
