import { changePassword, PASSWORD_LENGTH } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../../server.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { NewPassword } from "../../../ui/new-password.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { toast } from "../../../ui/toast.ts";
import { useWords } from "../../../words/index.ts";
import { Section } from "../section.tsx";

export function PasswordForm({ email }: { email: string }): React.ReactNode {
  const words = useWords();
  const [password, setPassword] = useState("");
  const [next, setNext] = useState("");
  const act = useAct({
    act: () => server.call(changePassword, { body: { password, new_password: next } }),
    changes: [["sessions"]],
    done: () => {
      setPassword("");
      setNext("");
      toast(words.say("settings.password_changed"), words.say("settings.password_changed_note"));
    },
  });
  const send = (event: React.FormEvent): void => {
    event.preventDefault();
    act.do();
  };
  return (
    <Section title={words.say("settings.change_password")}>
      <form className="form py-4" onSubmit={send}>
        <input type="hidden" autoComplete="username" name="username" value={email} readOnly />
        <PasswordField
          label={words.say("settings.current_password")}
          autoComplete="current-password"
          maxLength={PASSWORD_LENGTH.max}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <NewPassword
          label={words.say("settings.new_password")}
          hint={words.say("settings.password_hint", { min: PASSWORD_LENGTH.min })}
          value={next}
          onChange={({ target }) => setNext(target.value)}
        />
        <ProblemLine>{act.problem}</ProblemLine>
        <Button
          type="submit"
          busy={act.busy && words.say("settings.changing")}
          disabled={password === "" || next.length < PASSWORD_LENGTH.min}
        >
          {words.say("settings.change_password")}
        </Button>
      </form>
    </Section>
  );
}
