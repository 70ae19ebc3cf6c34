/** A request that is really sent, with the reader's own key; the session of this browser stays out of it. */
import { useEffect, useId, useState } from "react";
import { Button } from "../ui/button.tsx";
import { AreaField, TextField } from "../ui/field.tsx";
import { ProblemLine } from "../ui/problem-line.tsx";
import { useWords } from "../words/index.ts";
import { CodeBlock } from "./code-block.tsx";
import type { Operation } from "./description.ts";
import { addressOf } from "./request.ts";
import { type ApiAnswer, send, type Sent } from "./send.ts";
import { useReader } from "./snippets.tsx";

interface TryProps {
  of: Operation;
  /** The body to begin with. */
  body: unknown;
}

export function TryIt(props: TryProps): React.ReactNode {
  const words = useWords();
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.say("docs.try")}</summary>
      {open && <Trying {...props} />}
    </details>
  );
}

interface Trial {
  given: Readonly<Record<string, string>>;
  text: string;
  file: File | undefined;
}

function Trying({ of: operation, body }: TryProps): React.ReactNode {
  const words = useWords();
  const { apiKey, setApiKey } = useReader();
  const [trial, setTrial] = useState<Trial>(() => ({
    given: {},
    text: body === undefined ? "" : JSON.stringify(body, null, 2),
    file: undefined,
  }));
  const { problem, busy, heard, submit } = useSending(operation, trial);
  return (
    <form className="docs-try" noValidate onSubmit={(event) => void submit(event)}>
      <p className="hint">{words.say("docs.try_note")}</p>
      {operation.who !== "anyone" && (
        <TextField
          label={words.say("docs.key")}
          hint={words.say("docs.key_note")}
          type="password"
          autoComplete="off"
          maxLength={200}
          value={apiKey}
          onChange={({ target }) => setApiKey(target.value)}
        />
      )}
      {fieldsOf(operation).map(({ name }) => (
        <TextField
          key={name}
          label={name}
          dir="ltr"
          autoComplete="off"
          maxLength={300}
          value={trial.given[name] ?? ""}
          onChange={({ target }) => setTrial({ ...trial, given: { ...trial.given, [name]: target.value } })}
        />
      ))}
      {operation.body?.schema && (
        <AreaField
          label={words.say("docs.body")}
          dir="ltr"
          rows={Math.min(12, trial.text.split("\n").length + 1)}
          spellCheck={false}
          value={trial.text}
          onChange={({ target }) => setTrial({ ...trial, text: target.value })}
        />
      )}
      {operation.body && !operation.body.schema && <FileField choose={(file) => setTrial({ ...trial, file })} />}
      <ProblemLine>{problem}</ProblemLine>
      <Button type="submit" className="justify-self-start" busy={busy && words.say("docs.sending")}>
        {words.say("docs.send")}
      </Button>
      {heard && <Answered heard={heard} />}
    </form>
  );
}

interface Sending {
  problem: string | undefined;
  busy: boolean;
  heard: ApiAnswer | undefined;
  submit: (event: React.SubmitEvent) => Promise<void>;
}

function useSending(operation: Operation, trial: Trial): Sending {
  const words = useWords();
  const apiKey = useReader().apiKey.trim();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [heard, setHeard] = useState<ApiAnswer>();
  const problemIn = (): string | undefined => {
    const missing = fieldsOf(operation).find(({ name, required }) => required && (trial.given[name] ?? "").trim() === "");
    if (missing) return words.say("docs.missing", { name: missing.name });
    if (operation.who !== "anyone" && apiKey === "") return words.say("docs.missing", { name: words.say("docs.key") });
    return operation.body?.schema && !isJson(trial.text) ? words.say("docs.no_json") : undefined;
  };
  const submit = async (event: React.SubmitEvent): Promise<void> => {
    event.preventDefault();
    const found = problemIn();
    setProblem(found);
    if (found !== undefined || busy) return;
    setBusy(true);
    setHeard(undefined);
    const content = contentOf(operation, trial);
    try {
      setHeard(
        await send({ method: operation.method, address: addressOf(operation, trial.given), apiKey, ...(content && { content }) }),
      );
    } catch {
      setProblem(words.say("docs.unreached"));
    } finally {
      setBusy(false);
    }
  };
  return { problem, busy, heard, submit };
}

function fieldsOf({ parameters }: Operation): Operation["parameters"] {
  return parameters.filter((one) => one.in !== "header");
}

function contentOf({ body }: Operation, { text, file }: Trial): Sent["content"] {
  if (body?.schema) return { type: "application/json", body: text };
  return body && file ? { type: body.types[0] ?? "", body: file } : undefined;
}

function FileField({ choose }: { choose: (file: File | undefined) => void }): React.ReactNode {
  const words = useWords();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words.say("docs.file")}</label>
      <input id={id} className="input" type="file" onChange={({ target }) => choose(target.files?.[0])} />
    </div>
  );
}

function Answered({ heard: { status, ms, type, text, bytes } }: { heard: ApiAnswer }): React.ReactNode {
  const words = useWords();
  return (
    <div className="docs-answered" role="status">
      <p>
        <span className={`status ${status < 400 ? "good" : "bad"}`}>
          {words.say("docs.answered", { status: String(status), ms })}
        </span>
      </p>
      {type.startsWith("audio/") ? <Sound of={bytes} type={type} /> : <CodeBlock text={text} />}
    </div>
  );
}

function Sound({ of: bytes, type }: { of: ArrayBuffer; type: string }): React.ReactNode {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, type]);
  return <audio controls src={address} />;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
