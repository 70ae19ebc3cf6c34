/** A label above, a hint that never disappears, the reason below: whatever is asked of a person looks like this. */
import { useId, useState } from "react";
import { useWords, type Words } from "../words/index.ts";

interface FieldProps {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  /** A button of the field's own, below it. */
  act?: React.ReactNode;
}

type Input = FieldProps & React.ComponentProps<"input">;
type Area = FieldProps & React.ComponentProps<"textarea">;
type Select = FieldProps & React.ComponentProps<"select">;

export function TextField({ label, hint, problem: told, act, className = "", ...input }: Input): React.ReactNode {
  const id = useId();
  const { problem, ...watch } = useComplaint(told);
  return (
    <Field id={id} label={label} hint={hint} problem={problem} act={act}>
      <input
        id={id}
        dir={directionOf(input)}
        {...input}
        {...watch}
        {...described(id, hint, problem)}
        className={`input ${className}`}
      />
    </Field>
  );
}

type Chosen = Omit<Input, "type" | "value" | "onChange" | "className"> & { choose: (file: File | undefined) => void };

/** One file of the person's own. */
export function FileField({ choose, ...input }: Chosen): React.ReactNode {
  return (
    <TextField
      {...input}
      type="file"
      className="py-1 file:me-2 file:cursor-pointer file:border-0 file:bg-transparent file:font-bold"
      onChange={({ target }) => choose(target.files?.[0])}
    />
  );
}

export function AreaField({ label, hint, problem: told, className = "", ...area }: Area): React.ReactNode {
  const id = useId();
  const { problem, ...watch } = useComplaint(told);
  return (
    <Field id={id} label={label} hint={hint} problem={problem}>
      <textarea id={id} dir="auto" {...area} {...watch} {...described(id, hint, problem)} className={`input area ${className}`} />
    </Field>
  );
}

/** The system's own list: every phone and screen reader knows it. */
export function SelectField({ label, hint, problem, children, className = "", ...select }: Select): React.ReactNode {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} problem={problem}>
      <select id={id} {...select} {...described(id, hint, problem)} className={`input select ${className}`}>
        {children}
      </select>
    </Field>
  );
}

function Field({
  id,
  label,
  hint,
  problem,
  act,
  children,
}: FieldProps & { id: string; children: React.ReactNode }): React.ReactNode {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {act}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** Words keep the direction of their own language; an empty field has that of the page. */
function directionOf({ type = "text", value = "" }: React.ComponentProps<"input">): "auto" | undefined {
  return (type === "text" || type === "search") && value !== "" ? "auto" : undefined;
}

type Asked = HTMLInputElement | HTMLTextAreaElement;

interface Complaint {
  problem: string | undefined;
  onInvalid: (event: React.InvalidEvent<Asked>) => void;
  onInput: () => void;
}

/** What the browser finds wrong when the form is sent, said here instead of in its own bubble, until the field is changed. */
function useComplaint(told: string | undefined): Complaint {
  const words = useWords();
  const [found, setFound] = useState<string>();
  return {
    problem: told ?? found,
    onInvalid: (event) => {
      event.preventDefault();
      const field = event.currentTarget;
      setFound(complaintOf(words, field));
      const folded = field.closest("details");
      if (folded) folded.open = true;
      if (field.form?.querySelector("input:invalid, textarea:invalid") === field) field.focus();
    },
    onInput: () => setFound(undefined),
  };
}

function complaintOf(words: Words, field: Asked): string {
  const { valueMissing, typeMismatch, rangeOverflow, rangeUnderflow } = field.validity;
  if (valueMissing) return words.say("shell.field_missing");
  if (typeMismatch && field.type === "url") return words.say("shell.field_address");
  const isOutside = rangeOverflow || rangeUnderflow;
  if (isOutside && "min" in field) return words.say("shell.field_range", { least: Number(field.min), most: Number(field.max) });
  return words.say("shell.field_wrong");
}

function described(id: string, hint: string | undefined, problem: string | undefined): React.AriaAttributes {
  const ids = [hint === undefined ? "" : `${id}-hint`, problem === undefined ? "" : `${id}-problem`].filter(Boolean);
  return {
    "aria-invalid": problem !== undefined,
    ...(ids.length > 0 ? { "aria-describedby": ids.join(" ") } : {}),
  };
}
