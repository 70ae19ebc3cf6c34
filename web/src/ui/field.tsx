/** A label above, a hint that never disappears, the reason below: whatever is asked of a person looks like this. */
import { useId } from "react";

interface FieldProps {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
}

type Input = FieldProps & React.ComponentProps<"input">;
type Area = FieldProps & React.ComponentProps<"textarea">;
type Select = FieldProps & React.ComponentProps<"select">;

export function TextField({ label, hint, problem, className = "", ...input }: Input): React.ReactNode {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} problem={problem}>
      <input id={id} {...input} {...described(id, hint, problem)} className={`input ${className}`} />
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

export function AreaField({ label, hint, problem, className = "", ...area }: Area): React.ReactNode {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} problem={problem}>
      <textarea id={id} {...area} {...described(id, hint, problem)} className={`input area ${className}`} />
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

function Field({ id, label, hint, problem, children }: FieldProps & { id: string; children: React.ReactNode }): React.ReactNode {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
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

function described(id: string, hint: string | undefined, problem: string | undefined): React.AriaAttributes {
  const ids = [hint === undefined ? "" : `${id}-hint`, problem === undefined ? "" : `${id}-problem`].filter(Boolean);
  return {
    "aria-invalid": problem !== undefined,
    ...(ids.length > 0 ? { "aria-describedby": ids.join(" ") } : {}),
  };
}
