/** A new account: with a member's invitation, with the setup token of a new installation, or by a visitor who claims the demo workspace. */
import { readInvitation, readMe, signUp } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../paths.ts";
import { server } from "../server.ts";
import { useAct } from "../ui/act.ts";
import { TextField } from "../ui/field.tsx";
import { useDraft } from "../ui/use-draft.ts";
import { PASSWORD_LENGTH } from "@ongea/contract";
import { useWords } from "../words/index.ts";
import { AccessPage } from "./access-page.tsx";
import { entered } from "./entered.ts";
import { Form } from "./form.tsx";
import { emailProblem, found, newPasswordProblem } from "./rules.ts";

type Field = "name" | "email" | "password";

export function SignUp(): React.ReactNode {
  const words = useWords();
  const { search } = useLocation();
  const invitation = new URLSearchParams(search).get("invitation") ?? undefined;
  const setup = new URLSearchParams(search).get("setup") ?? undefined;
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
  const [name, setName] = useDraft("sign-up-name");
  const [typedEmail, setEmail] = useDraft("sign-up-email");
  const email = invited.data?.email ?? typedEmail;
  const [password, setPassword] = useState("");
  const act = useAct({
    act: () =>
      server.call(signUp, {
        body: { name, email, password, ...(invitation ? { invitation } : {}), ...(setup ? { setup } : {}) },
      }),
    done: entered,
  });
  const note = (): string => {
    if (invited.data) {
      const { invited_by: inviter, workspace, role } = invited.data;
      return words.say("access.sign_up_invited", { inviter, workspace, role: words.say(`access.role_${role}`) });
    }
    if (setup !== undefined) return words.say("access.sign_up_setup");
    return words.say(visitor.data?.kind === "visitor" ? "access.sign_up_claim" : "access.sign_up_none");
  };
  const field = (kind: Field, value: string, change: (text: string) => void, edited: (field: Field) => void) => ({
    value,
    onChange: ({ target }: React.ChangeEvent<HTMLInputElement>) => {
      change(target.value);
      edited(kind);
    },
  });
  return (
    <AccessPage title={words.say("access.sign_up")} note={note()}>
      <Form<Field>
        act={words.say("access.sign_up")}
        busyWord={words.say("access.signing_up")}
        busy={act.busy}
        problem={act.problem}
        check={() =>
          found({
            name: name.trim() === "" ? words.say("access.name_missing") : undefined,
            email: emailProblem(email, words),
            password: newPasswordProblem(password, words),
          })
        }
        onSend={() => act.do()}
      >
        {(problems, edited) => (
          <>
            <TextField
              label={words.say("access.full_name")}
              autoComplete="name"
              maxLength={100}
              problem={problems.name}
              {...field("name", name, setName, edited)}
            />
            <TextField
              label={words.say("access.email")}
              type="email"
              autoComplete="username"
              maxLength={254}
              readOnly={invited.data !== undefined}
              problem={problems.email}
              {...field("email", email, setEmail, edited)}
            />
            <TextField
              label={words.say("access.password")}
              type="password"
              autoComplete="new-password"
              maxLength={PASSWORD_LENGTH.max}
              hint={words.say("access.password_hint", { min: PASSWORD_LENGTH.min })}
              problem={problems.password}
              {...field("password", password, setPassword, edited)}
            />
          </>
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
