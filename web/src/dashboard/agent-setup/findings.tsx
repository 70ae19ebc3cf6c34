/** Remarks on what the agent says and is told: they keep nobody from saving. */
import { WEEKDAYS, type AgentDocument, type Weekday } from "@ongea/contract";
import { useMemo } from "react";
import { LANGUAGE_FACTS, useWords } from "../../words/index.ts";
import { type Finding, findingsIn } from "./prompt-check.ts";

/** A Monday. */
const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

export function Findings({ document }: { document: AgentDocument }): React.ReactNode {
  const words = useWords();
  const findings = useMemo(() => findingsIn(document), [document]);
  if (findings.length === 0) return null;
  return (
    <section className="controls" aria-label={words.say("agents.findings")}>
      <h2>{words.say("agents.findings")}</h2>
      <ul className="grid gap-1">
        {findings.map((finding) => (
          <li key={JSON.stringify(finding)} className="status info">
            <Sentence finding={finding} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sentence({ finding }: { finding: Finding }): React.ReactNode {
  const words = useWords();
  switch (finding.kind) {
    case "variable":
      return words.say("agents.finding_variable", { name: finding.name });
    case "spoken":
      return words.say("agents.finding_spoken", { text: finding.text });
    case "hours": {
      const day = nameOf(finding.day, LANGUAGE_FACTS[words.language].locales);
      const kept = finding.kept || words.say("agents.finding_closed");
      return words.say("agents.finding_hours", { day, said: finding.said, kept });
    }
  }
}

function nameOf(day: Weekday, locales: readonly string[]): string {
  const format = new Intl.DateTimeFormat([...locales], { weekday: "long", timeZone: "UTC" });
  return format.format(MONDAY_MS + WEEKDAYS.indexOf(day) * DAY_MS);
}
