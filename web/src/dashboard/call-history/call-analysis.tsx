/** What a language model made of a call's words when it was over. */
import type { ExecutionDetail } from "@ongea/contract";
import { useWords } from "../../words/index.ts";

export function CallAnalysis({ call }: { call: ExecutionDetail }): React.ReactNode {
  const words = useWords();
  const { summary, extracted_data: found, analysis_problem: problem } = call;
  if (problem !== null)
    return (
      <p className="py-3 text-ink-2">{words.say(problem === "no-model" ? "history.no_model" : "history.analysis_failed")}</p>
    );
  if (summary === null && found === null) return null;
  return (
    <section className="made" aria-label={words.say("history.summary")}>
      {summary !== null && (
        <>
          <h2>{words.say("history.summary")}</h2>
          <p>
            <bdi>{summary}</bdi>
          </p>
        </>
      )}
      {found !== null && Object.keys(found).length > 0 && (
        <>
          <h2>{words.say("history.found_out")}</h2>
          <dl>
            {Object.entries(found).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <bdi>{wordsOf(value) || words.say("history.not_said")}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
