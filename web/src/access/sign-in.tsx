/** Into one's account: password and, where it is on, the second factor; or a passkey. */
import { signIn } from "@ongea/contract";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { paths, sitePath } from "../paths.ts";
import { server } from "../server.ts";
import { useAct } from "../ui/act.ts";
import { PasswordField } from "../ui/password-field.tsx";
import { useDraft } from "../ui/use-draft.ts";
import { useWords } from "../words/index.ts";
import { AccessPage } from "./access-page.tsx";
import { EmailField } from "./email-field.tsx";
import { entered } from "./entered.ts";
import { FirstAccount } from "./first-account.tsx";
import { Form } from "./form.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { emailProblem, onlyProblems } from "./rules.ts";
import { SecondFactor } from "./second-factor.tsx";

export function SignIn(): React.ReactNode {
  const words = useWords();
  const { search } = useLocation();
  const [email, setEmail] = useDraft("sign-in-email");
  const [password, setPassword] = useState("");
  const [wantsCode, setWantsCode] = useState(false);
  const act = useAct({
    act: () => server.call(signIn, { body: { email, password } }),
    done: (answer) => (answer.second_factor ? setWantsCode(true) : entered()),
  });
  if (wantsCode) return <SecondFactor back={() => setWantsCode(false)} />;
  const missing = (text: string): string | undefined => (text === "" ? words.say("access.password_missing") : undefined);
  return (
    <AccessPage title={words.say("shell.sign_in")} note={words.say("access.sign_in_note")}>
      <FirstAccount />
      <Form
        act={words.say("shell.sign_in")}
        busyWord={words.say("access.signing_in")}
        busy={act.busy}
        problem={act.problem}
        check={() => onlyProblems({ email: emailProblem(email, words), password: missing(password) })}
        onSend={() => act.do()}
      >
        {(problems, edited) => (
          <>
            <EmailField
              value={email}
              problem={problems.email}
              autoComplete="username webauthn"
              onChange={(text) => {
                setEmail(text);
                edited("email");
              }}
            />
            <PasswordField
              label={words.say("access.password")}
              autoComplete="current-password"
              maxLength={128}
              value={password}
              problem={problems.password}
              onChange={({ target }) => {
                setPassword(target.value);
                edited("password");
              }}
            />
          </>
        )}
      </Form>
      <p>
        <Link className="link" to={`${paths.resetPassword}${search}`}>
          {words.say("access.forgotten")}
        </Link>
      </p>
      <PasskeySignIn />
      <p className="text-ink-2">
        {words.say("access.no_account")}{" "}
        <a className="link" href={`${sitePath("request-demo", words.language)}${search}`}>
          {words.say("access.request_demo")}
        </a>
        {" · "}
        <a className="link" href={`${sitePath("verify-invite", words.language)}${search}`}>
          {words.say("access.have_code")}
        </a>
      </p>
    </AccessPage>
  );
}
