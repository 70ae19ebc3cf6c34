/** One row of the editor: a label and what it is for on the left, the means to change it on the right, what is wrong with it below. */

interface ControlRowProps {
  /** Of the means. */
  id: string;
  label: string;
  note: string | undefined;
  problem: string | undefined;
  isTall: boolean;
  children: React.ReactNode;
}

export function ControlRow({ id, label, note, problem, isTall, children }: ControlRowProps): React.ReactNode {
  return (
    <div className={isTall ? "control tall" : "control"}>
      <div>
        <label htmlFor={id}>{label}</label>
        {note !== undefined && (
          <p className="hint" id={`${id}-hint`}>
            {note}
          </p>
        )}
      </div>
      <div className="means">
        {children}
        {problem !== undefined && (
          <p className="problem" id={`${id}-problem`}>
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}

/** For the means' `aria-describedby`. */
export function describedBy({ id, note, problem }: Pick<ControlRowProps, "id" | "note" | "problem">): string | undefined {
  const ids = [note === undefined ? "" : `${id}-hint`, problem === undefined ? "" : `${id}-problem`].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(" ");
}
