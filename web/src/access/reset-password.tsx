/** A forgotten password: ask for the link, then set a new one with it. */
import { askForPasswordReset, resetPassword } from "@ongea/contract";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { paths } from "../paths.ts";
import { server } from "../server.ts";
import { useAct } from "../ui/act.ts";
import { NewPassword } from "../ui/new-password.tsx";
import { toast } from "../ui/toast.ts";
import { useDraft } from "../ui/use-draft.ts";
import { useWords } from "../words/index.ts";
import { AccessPage } from "./access-page.tsx";
import { EmailField } from "./email-field.tsx";
import { Form } from "./form.tsx";
import { emailProblem, onlyProblems, newPasswordProblem } from "./rules.ts";

export function ResetPassword(): React.ReactNode {
  const token = new URLSearchParams(useLocation().search).get("token");
  return token === null ? <AskForLink /> : <SetPassword token={token} />;
}

function AskForLink(): React.ReactNode {
  const words = useWords();
  const [email, setEmail] = useDraft("sign-in-email");
  const [sent, setSent] = useState<"mailed" | "kept">();
  const act = useAct({
    act: () => server.call(askForPasswordReset, { body: { email } }),
    done: ({ sends_mail: mailed }) => setSent(mailed ? "mailed" : "kept"),
  });
  return (
    <AccessPage
      title={words.say("access.forgotten_title")}
      note={sent === "kept" ? undefined : words.say("access.forgotten_note")}
    >
      <Form
        act={words.say("access.forgotten_act")}
        busyWord={words.say("access.forgotten_sending")}
        busy={act.busy}
        problem={act.problem}
        check={() => onlyProblems({ email: emailProblem(email, words) })}
        onSend={() => act.do()}
      >
        {(problems, edited) => (
          <EmailField
            value={email}
            problem={problems.email}
            onChange={(text) => {
              setEmail(text);
              edited("email");
            }}
          />
        )}
      </Form>
      <p role="status">
        {sent === "mailed" && <span className="status good">{words.say("access.forgotten_sent")}</span>}
        {sent === "kept" && <span className="status info">{words.say("access.forgotten_kept")}</span>}
      </p>
      <Link className="link" to={paths.signIn}>
        {words.say("access.back_to_sign_in")}
      </Link>
    </AccessPage>
  );
}

function SetPassword({ token }: { token: string }): React.ReactNode {
  const words = useWords();
  const goTo = useNavigate();
  const [password, setPassword] = useState("");
  const act = useAct({
    act: () => server.call(resetPassword, { body: { token, password } }),
    done: () => {
      toast(words.say("access.reset_done"), words.say("access.reset_done_note"));
      void goTo(paths.signIn, { replace: true });
    },
  });
  return (
    <AccessPage title={words.say("access.reset")} note={words.say("access.reset_note")}>
      <Form
        act={words.say("access.reset")}
        busyWord={words.say("access.resetting")}
        busy={act.busy}
        problem={act.problem}
        check={() => onlyProblems({ password: newPasswordProblem(password, words) })}
        onSend={() => act.do()}
      >
        {(problems, edited) => (
          <NewPassword
            label={words.say("access.new_password")}
            value={password}
            problem={problems.password}
            onChange={({ target }) => {
              setPassword(target.value);
              edited("password");
            }}
          />
        )}
      </Form>
      <Link className="link" to={paths.resetPassword}>
        {words.say("access.forgotten")}
      </Link>
    </AccessPage>
  );
}
