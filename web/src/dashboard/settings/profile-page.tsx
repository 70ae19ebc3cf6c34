import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { useChangeMe, useMe } from "../../shell/me.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useDraft } from "../../ui/use-draft.ts";
import { problemIn, useWords } from "../../words/index.ts";
import { Section } from "./section.tsx";

export function ProfilePage(): React.ReactNode {
  const words = useWords();
  const me = useMe();
  return (
    <Section title={words.say("settings.profile")}>
      {me.kind === "person" && <NameForm />}
      <dl className="facts-list">
        {me.email !== null && (
          <div>
            <dt>{words.say("settings.email")}</dt>
            <dd>{me.email}</dd>
          </div>
        )}
        <div>
          <dt>{words.say("settings.your_role", { workspace: me.workspace.name })}</dt>
          <dd>{words.say(`access.role_${me.workspace.role}`)}</dd>
        </div>
      </dl>
      {me.kind === "visitor" && (
        <Link className="button mt-4" to={paths.signUp}>
          {words.say("settings.make_account")}
        </Link>
      )}
    </Section>
  );
}

function NameForm(): React.ReactNode {
  const words = useWords();
  const me = useMe();
  const [name, setName, forget] = useDraft("profile-name", me.name);
  const [problem, setProblem] = useState<string>();
  const change = useChangeMe();
  const save = (event: React.FormEvent): void => {
    event.preventDefault();
    if (name.trim() === "") return setProblem(words.say("settings.name_missing"));
    change.mutate(
      { name: name.trim() },
      {
        onSuccess: () => {
          forget();
          setName(name.trim());
          toast(words.say("settings.saved"));
        },
      },
    );
  };
  return (
    <form className="form py-4" noValidate onSubmit={save}>
      <TextField
        label={words.say("settings.name")}
        autoComplete="name"
        maxLength={100}
        value={name}
        problem={problem}
        onChange={({ target }) => {
          setName(target.value);
          setProblem(undefined);
        }}
      />
      <ProblemLine>{change.isError ? problemIn(words, change.error) : undefined}</ProblemLine>
      <Button type="submit" rank="first" busy={change.isPending && words.say("shell.saving")} disabled={name === me.name}>
        {words.say("settings.save")}
      </Button>
    </form>
  );
}
