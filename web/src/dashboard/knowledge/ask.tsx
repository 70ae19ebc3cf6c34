import { searchKnowledge } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";
import { useAgentNames } from "./used-by.tsx";

interface Found {
  item_id: string;
  title: string;
  heading: string;
  text: string;
}

/** Before a caller does. */
export function Ask(): React.ReactNode {
  const words = useWords();
  const [question, setQuestion] = useState("");
  const [agent, setAgent] = useState("");
  const agents = useAgentNames();
  const [found, setFound] = useState<readonly Found[]>();
  const ask = useAct({
    act: () =>
      server.call(searchKnowledge, { body: { question: question.trim(), ...(agent === "" ? {} : { agent_id: agent }) } }),
    done: ({ data }) => setFound(data),
  });
  return (
    <section className="mt-6">
      <div className="section-head">
        <h2>{words.say("knowledge.ask")}</h2>
      </div>
      <p className="hint pt-3" id="ask-hint">
        {words.say("knowledge.ask_hint")}
      </p>
      <form
        className="flex flex-wrap gap-2 py-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (question.trim() !== "") ask.do();
        }}
      >
        <input
          className="input min-w-48 grow"
          aria-label={words.say("knowledge.ask")}
          aria-describedby="ask-hint"
          value={question}
          maxLength={1_000}
          onChange={({ target }) => setQuestion(target.value)}
        />
        <select
          className="input w-auto max-w-60"
          aria-label={words.say("knowledge.ask_of")}
          value={agent}
          onChange={({ target }) => setAgent(target.value)}
        >
          <option value="">{words.say("knowledge.ask_all")}</option>
          {agents?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <Button type="submit" busy={ask.busy && words.say("knowledge.asking")}>
          {words.say("knowledge.ask_act")}
        </Button>
      </form>
      <ProblemLine>{ask.problem}</ProblemLine>
      <div role="status">
        {found?.length === 0 && <p className="text-ink-2">{words.say("knowledge.ask_none")}</p>}
        <ol className="grid gap-4">
          {found?.map(({ item_id: id, title, heading, text }) => (
            <li key={`${id}${text}`}>
              <b>{[title, heading].filter((part, index, all) => part !== "" && all.indexOf(part) === index).join(" · ")}</b>
              <p className="max-h-40 max-w-prose overflow-y-auto whitespace-pre-line">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
