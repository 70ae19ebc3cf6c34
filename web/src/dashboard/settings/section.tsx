/** A part of a settings page: its name on a line of soot, then what can be done. */
export function Section({
  title,
  note,
  beside,
  children,
}: {
  title: string;
  note?: string;
  beside?: React.ReactNode;
  children: React.ReactNode;
}): React.ReactNode {
  return (
    <section>
      <div className="section-head">
        <h2>{title}</h2>
        {beside}
      </div>
      {note !== undefined && <p className="py-2 text-ink-2">{note}</p>}
      {children}
    </section>
  );
}
