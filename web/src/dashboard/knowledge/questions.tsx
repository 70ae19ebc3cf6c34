import { Button } from "../../ui/button.tsx";
import { AreaField, TextField } from "../../ui/field.tsx";
import { useWords } from "../../words/index.ts";

interface Question {
  question: string;
  answer: string;
}

interface QuestionsProps {
  questions: Question[];
  set: (questions: Question[]) => void;
}

const MOST = 500;

export function Questions({ questions, set }: QuestionsProps): React.ReactNode {
  const words = useWords();
  const change = (at: number, part: Partial<Question>): void =>
    set(questions.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <div className="grid gap-4">
      {questions.map(({ question, answer }, index) => {
        const number = words.number(index + 1);
        return (
          // They have no name but their place.
          <div key={index} className="grid gap-2">
            <TextField
              label={words.say("knowledge.question", { number })}
              required
              maxLength={2_000}
              value={question}
              onChange={({ target }) => change(index, { question: target.value })}
            />
            <AreaField
              label={words.say("knowledge.answer", { number })}
              required
              rows={3}
              maxLength={20_000}
              value={answer}
              onChange={({ target }) => change(index, { answer: target.value })}
            />
            {questions.length > 1 && (
              <div>
                <Button rank="quiet" onClick={() => set(questions.filter((_, at) => at !== index))}>
                  {words.say("knowledge.remove_question", { number })}
                </Button>
              </div>
            )}
          </div>
        );
      })}
      <div>
        <Button disabled={questions.length >= MOST} onClick={() => set([...questions, { question: "", answer: "" }])}>
          {words.say("knowledge.add_question")}
        </Button>
      </div>
    </div>
  );
}
