import { dismissTopicSuggestion, listTopicSuggestions, type TopicSuggestion } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { server } from "../../../server.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { useWords } from "../../../words/index.ts";
import { TOPICS } from "./keys.ts";
import { NewTopic } from "./topic-form.tsx";

const EXAMPLES = 3;

export function Suggestions({ mayChange }: { mayChange: boolean }): React.ReactNode {
  const words = useWords();
  const [named, setNamed] = useState<TopicSuggestion>();
  const suggestions = useQuery({
    queryKey: [...TOPICS, "suggestions"],
    queryFn: () => server.call(listTopicSuggestions),
  });
  const dismiss = useAct({
    act: (id: string) => server.call(dismissTopicSuggestion, { params: { suggestion_id: id } }),
    changes: [TOPICS],
  });
  return (
    <section className="mt-6" aria-label={words.say("topics.suggestions")}>
      <div className="section-head">
        <h2>{words.say("topics.suggestions")}</h2>
      </div>
      <p className="hint py-3">{words.say("topics.suggestions_note")}</p>
      <ProblemLine>{dismiss.problem}</ProblemLine>
      <Loaded query={suggestions} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{words.say("topics.suggestions_none")}</p>
          ) : (
            <ul className="m-0 grid list-none gap-4 p-0">
              {data.map((one) => (
                <li key={one.id} className="grid gap-1">
                  <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <bdi className="font-bold">{one.name}</bdi>
                    <span className="hint">{words.say("topics.suggestion_calls", { count: words.number(one.calls) })}</span>
                    {mayChange && (
                      <>
                        <Button onClick={() => setNamed(one)}>{words.say("topics.name_it")}</Button>
                        <Button rank="quiet" disabled={dismiss.busy} onClick={() => dismiss.do(one.id)}>
                          {words.say("topics.dismiss")}
                        </Button>
                      </>
                    )}
                  </div>
                  {one.examples.slice(0, EXAMPLES).map(({ execution_id: id, text }) => (
                    <Link key={id} className="text-ink-2 underline [overflow-wrap:anywhere]" to={paths.call(id)}>
                      <bdi>{text}</bdi>
                    </Link>
                  ))}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Dialog open={named !== undefined} onOpenChange={() => setNamed(undefined)} title={words.say("topics.name_it")}>
        {named && <NewTopic suggestion={named} close={() => setNamed(undefined)} />}
      </Dialog>
    </section>
  );
}
