/** How a tool's result is told to the caller: a template with fields of the result, and what it says of an example. */
import { previewToolAnswer } from "@ongea/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { server } from "../../server.ts";
import { AreaField } from "../../ui/field.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { type FurtherArea, useAreas, useWords } from "../../words/index.ts";

const AREAS: readonly FurtherArea[] = ["answers"];
const MOST_TEMPLATE = 4_000;
const MOST_EXAMPLE = 20_000;

interface AnswerTemplateProps {
  answer: string;
  set: (answer: string) => void;
  /** A result of the tool, as JSON. */
  example: string;
  setExample: (example: string) => void;
  hasEffect: boolean;
  /** Of the agent, BCP 47. */
  language: string;
}

export function AnswerTemplate({ answer, set, example, setExample, hasEffect, language }: AnswerTemplateProps): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  return (
    <div className="grid gap-4">
      <AreaField
        label={words.say("answers.template")}
        hint={words.say("answers.template_note")}
        rows={3}
        maxLength={MOST_TEMPLATE}
        value={answer}
        onChange={({ target }) => set(target.value)}
      />
      {answer.trim() !== "" && (
        <>
          <AreaField
            label={words.say("answers.example")}
            hint={words.say("answers.example_note")}
            dir="ltr"
            spellCheck={false}
            rows={3}
            maxLength={MOST_EXAMPLE}
            value={example}
            onChange={({ target }) => setExample(target.value)}
          />
          {example.trim() !== "" && <Preview template={answer} result={example} hasEffect={hasEffect} language={language} />}
        </>
      )}
    </div>
  );
}

interface PreviewProps {
  template: string;
  result: string;
  hasEffect: boolean;
  language: string;
}

function Preview(given: PreviewProps): React.ReactNode {
  const words = useWords();
  const { template, result, hasEffect, language } = useSettled(given);
  const preview = useQuery({
    queryKey: ["tool-answer", template, result, hasEffect, language],
    queryFn: () => server.call(previewToolAnswer, { body: { answer_template: template, result, language, effect: hasEffect } }),
    placeholderData: keepPreviousData,
  });
  if (!preview.data) return null;
  const { text, filled, missing } = preview.data;
  return (
    <div role="status" className="grid gap-1">
      <span className={filled ? "status good" : "status waiting"}>{words.say(filled ? "answers.heard" : "answers.plain")}</span>
      <p dir="auto">“{text}”</p>
      {missing.length > 0 && (
        <p className="hint">
          {words.say("answers.missing")} <code dir="ltr">{missing.join(", ")}</code>
        </p>
      )}
    </div>
  );
}
