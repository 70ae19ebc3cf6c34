import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { ProblemLine } from "../ui/problem-line.tsx";

interface FormProps<F extends string> {
  /** The button's word, and its word while it works. */
  act: string;
  busyWord: string;
  busy: boolean;
  problem: string | undefined;
  /** What is wrong under each field; empty when it may be sent. */
  check: () => Partial<Record<F, string>>;
  onSend: () => void;
  children: (problems: Partial<Record<F, string>>, edited: (field: F) => void) => React.ReactNode;
}

/** Says what is wrong under the fields when it is sent, and takes it back as they are edited. */
export function Form<F extends string>({ act, busyWord, busy, problem, check, onSend, children }: FormProps<F>): React.ReactNode {
  const [problems, setProblems] = useState<Partial<Record<F, string>>>({});
  const send = (event: React.FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    const found = check();
    setProblems(found);
    const form = event.currentTarget;
    if (Object.keys(found).length === 0) onSend();
    else requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };
  const edited = (field: F): void => {
    if (problems[field] === undefined) return;
    const rest = { ...problems };
    delete rest[field];
    setProblems(rest);
  };
  return (
    <form className="form" noValidate onSubmit={send}>
      {children(problems, edited)}
      <ProblemLine>{problem}</ProblemLine>
      <Button type="submit" rank="first" busy={busy && busyWord}>
        {act}
      </Button>
    </form>
  );
}
