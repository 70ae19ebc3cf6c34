import type { AuditEntry } from "@ongea/contract";
import { Link } from "react-router";
import { useWords } from "../../../words/index.ts";
import { Address } from "./address.tsx";
import { type Fact, factsOf } from "./facts.ts";

/** What it was done to, then what else is known of it. */
export function About({ entry }: { entry: AuditEntry }): React.ReactNode {
  const words = useWords();
  return factsOf(entry, words).map((fact, at) => (
    <span key={`${fact.label} ${fact.text}`} className={at > 0 || fact.label !== undefined ? "text-ink-3" : undefined}>
      {at > 0 && "\u00a0· "}
      {fact.label !== undefined && `${words.say("audit.labelled", { label: fact.label })} `}
      <Value fact={fact} />
    </span>
  ));
}

function Value({ fact: { text, whole, to } }: { fact: Fact }): React.ReactNode {
  // A name, a number or an id in the letters of another language keeps its own direction.
  const shown = (
    <bdi title={whole}>
      <Address text={text} />
    </bdi>
  );
  return to === undefined ? (
    shown
  ) : (
    <Link className="underline" to={to}>
      {shown}
    </Link>
  );
}
