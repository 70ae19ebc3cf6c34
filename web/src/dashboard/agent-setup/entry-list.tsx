/** A list of things of one kind that the agent has, each with a few fields that are written where they stand. */
import { useId } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ControlRow, describedBy } from "./control-row.tsx";

export interface EntryField {
  label: string;
  note?: string;
  value: string;
  most: number;
  /** Of more than one line. */
  rows?: number;
  problem?: string | undefined;
  /** Of numbers and days, which are read so in every language. */
  isLeftToRight?: boolean;
  set: (value: string) => void;
}

interface EntryListProps {
  title: string;
  note: string;
  add: { label: string; act: () => void; isFull: boolean };
  entries: readonly { name: string; remove: string; gone: () => void; fields: readonly EntryField[] }[];
  readOnly: boolean;
}

export function EntryList({ title, note, add, entries, readOnly }: EntryListProps): React.ReactNode {
  return (
    <section className="controls" aria-label={title}>
      <h2>{title}</h2>
      <p className="hint">{note}</p>
      {entries.map(({ name, remove, gone, fields }, at) => (
        <fieldset key={at} className="entry">
          <legend>
            <bdi>{name}</bdi>
            {!readOnly && (
              <Button rank="quiet" className="square" onClick={gone} aria-label={remove}>
                <Icon name="trash" />
              </Button>
            )}
          </legend>
          {fields.map((field) => (
            <Field key={field.label} field={field} readOnly={readOnly} />
          ))}
        </fieldset>
      ))}
      {!readOnly && (
        <div>
          <Button disabled={add.isFull} onClick={add.act}>
            <Icon name="plus" />
            {add.label}
          </Button>
        </div>
      )}
    </section>
  );
}

export function Field({ field, readOnly = false }: { field: EntryField; readOnly?: boolean }): React.ReactNode {
  const id = useId();
  const { label, note, value, most, rows, problem, set } = field;
  const common = {
    id,
    className: rows === undefined ? "input" : "input area",
    dir: field.isLeftToRight ? ("ltr" as const) : ("auto" as const),
    disabled: readOnly,
    maxLength: most,
    value,
    "aria-invalid": problem !== undefined,
    "aria-describedby": describedBy({ id, note, problem }),
  };
  return (
    <ControlRow id={id} label={label} note={note} problem={problem} isTall={rows !== undefined}>
      {rows === undefined ? (
        <input {...common} onChange={({ target }) => set(target.value)} />
      ) : (
        <textarea {...common} rows={rows} onChange={({ target }) => set(target.value)} />
      )}
    </ControlRow>
  );
}
