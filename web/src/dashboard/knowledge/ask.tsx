import { type Answer, answerQuestion, searchKnowledge } from "@ongea/contract";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";
import { placeOf } from "./place-of.ts";
import { useAgentNames } from "./used-by.tsx";

interface Asked {
  passages: Answer<typeof searchKnowledge>["data"];
  /** Undefined: no agent was asked. */
  answer: Answer<typeof answerQuestion> | undefined;
  agentName: string;
}

/** Before a caller does: which passages are found, and what the agent says. */
export function Ask(): React.ReactNode {
  const words = useWords();
  const [question, setQuestion] = useState("");
  const [agent, setAgent] = useState("");
  const agents = useAgentNames();
  const [asked, setAsked] = useState<Asked>();
  const ask = useAct({
    act: async (): Promise<Asked> => {
      const text = question.trim();
      const [{ data: passages }, answer] = await Promise.all([
        server.call(searchKnowledge, { body: { question: text, ...(agent === "" ? {} : { agent_id: agent }) } }),
        agent === "" ? undefined : server.call(answerQuestion, { params: { agent_id: agent }, body: { question: text } }),
      ]);
      return { passages, answer, agentName: agents?.find(({ id }) => id === agent)?.name ?? "" };
    },
    done: setAsked,
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
          dir="auto"
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
      <div role="status" aria-busy={ask.busy}>
        {asked && <Found {...asked} />}
      </div>
    </section>
  );
}

function Found({ passages, answer, agentName }: Asked): React.ReactNode {
  const words = useWords();
  return (
    <>
      {answer ? (
        <div className="pb-4">
          <h3 className="m-0 text-base">{words.say("knowledge.ask_said", { agent: agentName })}</h3>
          {answer.text === null ? (
            <p className="m-0 pt-1 text-ink-2">{words.say("knowledge.ask_model", { model: answer.model ?? "" })}</p>
          ) : (
            <>
              <blockquote className="m-0 max-w-prose pt-1" dir="auto" lang={answer.language}>
                {answer.text}
              </blockquote>
              {answer.sources.length > 0 && (
                <p className="hint m-0 pt-1">{words.say("knowledge.ask_from", { sources: answer.sources.join(", ") })}</p>
              )}
            </>
          )}
        </div>
      ) : (
        <p className="hint m-0 pb-4">{words.say("knowledge.ask_choose")}</p>
      )}
      <h3 className="m-0 text-base">{words.say("knowledge.ask_passages")}</h3>
      {passages.length === 0 && <p className="m-0 pt-1 text-ink-2">{words.say("knowledge.ask_none")}</p>}
      <ol className="m-0 grid list-none gap-4 p-0 pt-2">
        {passages.map(({ item_id: id, title, ...passage }) => (
          <li key={`${id}${passage.number}`}>
            <Link className="font-bold underline" to={paths.knowledgeItem(id)} dir="auto">
              {[title, passage.heading].filter((part, index, all) => part !== "" && all.indexOf(part) === index).join(" · ")}
            </Link>{" "}
            <small className="text-ink-2">{placeOf(words, passage)}</small>
            <p className="m-0 max-h-40 max-w-prose overflow-y-auto whitespace-pre-line" dir="auto" tabIndex={0}>
              {passage.text}
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}
