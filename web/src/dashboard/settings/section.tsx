import { useSought } from "../../ui/by-address.ts";

/** A part of a settings page: its name on a line of soot, then what can be done. */
export function Section({
  name = "",
  title,
  note,
  beside,
  children,
}: {
  /** As an address leads to it: `#rules`. */
  name?: string;
  title: string;
  note?: string;
  beside?: React.ReactNode;
  children: React.ReactNode;
}): React.ReactNode {
  return (
    <section className="scroll-mt-20" ref={useSought(name)}>
      <div className="section-head">
        <h2>{title}</h2>
        {beside}
      </div>
      {note !== undefined && <p className="py-2 text-ink-2">{note}</p>}
      {children}
    </section>
  );
}
