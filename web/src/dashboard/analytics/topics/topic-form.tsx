import {
  changeTopic,
  createTopic,
  LONGEST_TOPIC_EXAMPLE,
  LONGEST_TOPIC_NAME,
  mergeTopic,
  MOST_TOPIC_EXAMPLES,
  type Topic,
  type TopicSuggestion,
} from "@ongea/contract";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { server } from "../../../server.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { AreaField, SelectField, TextField } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { useWords } from "../../../words/index.ts";
import { TOPICS } from "./keys.ts";

const MOST_LETTERS = MOST_TOPIC_EXAMPLES * (LONGEST_TOPIC_EXAMPLE + 1);

/** One sentence a line. */
function sentencesIn(lines: string): string[] {
  return lines
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

interface NewProps {
  suggestion?: TopicSuggestion | undefined;
  close: () => void;
}

export function NewTopic({ suggestion, close }: NewProps): React.ReactNode {
  const words = useWords();
  const [name, setName] = useState(suggestion?.name ?? "");
  const [lines, setLines] = useState("");
  const add = useAct({
    act: () => {
      const from = suggestion && { suggestion_id: suggestion.id };
      return server.call(createTopic, { body: { name, examples: sentencesIn(lines), ...from } });
    },
    changes: [TOPICS],
    done: close,
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        add.do();
      }}
    >
      <ProblemLine>{add.problem}</ProblemLine>
      <TextField
        label={words.say("topics.name")}
        required
        maxLength={LONGEST_TOPIC_NAME}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Sentences lines={lines} set={setLines} />
      <Buttons busy={add.busy} close={close} />
    </form>
  );
}

interface FormProps {
  topic: Topic;
  others: readonly Topic[];
  close: () => void;
}

export function TopicForm({ topic, others, close }: FormProps): React.ReactNode {
  const words = useWords();
  const [name, setName] = useState(topic.name);
  const [lines, setLines] = useState("");
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const params = { topic_id: topic.id };
  const save = useAct({
    act: () =>
      server.call(changeTopic, {
        params,
        body: { add: sentencesIn(lines), remove: [...removed], ...(name !== topic.name && { name }) },
      }),
    changes: [TOPICS],
    done: close,
  });
  return (
    <div className="grid gap-6">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.do();
        }}
      >
        <ProblemLine>{save.problem}</ProblemLine>
        <TextField
          label={words.say("topics.name")}
          required
          maxLength={LONGEST_TOPIC_NAME}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Examples topic={topic} removed={removed} remove={(id) => setRemoved([...removed, id])} />
        <Sentences lines={lines} set={setLines} />
        <Buttons busy={save.busy} close={close} />
      </form>
      {others.length > 0 && <Merge topic={topic} others={others} close={close} />}
    </div>
  );
}

interface ExamplesProps {
  topic: Topic;
  removed: readonly string[];
  remove: (id: string) => void;
}

function Examples({ topic, removed, remove }: ExamplesProps): React.ReactNode {
  const words = useWords();
  const left = topic.examples.filter(({ id }) => !removed.includes(id));
  if (left.length === 0) return null;
  return (
    <ul className="m-0 grid list-none gap-1 p-0">
      {left.map(({ id, text, execution_id: callId }) => (
        <li key={id} className="flex items-start justify-between gap-2">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <bdi>{text}</bdi>{" "}
            {callId !== null && (
              <Link className="hint underline" to={paths.call(callId)}>
                {words.say("topics.from_call")}
              </Link>
            )}
          </span>
          <Button
            rank="quiet"
            className="square"
            aria-label={words.say("topics.remove_example", { text })}
            onClick={() => remove(id)}
          >
            <Icon name="close" />
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Merge({ topic, others, close }: FormProps): React.ReactNode {
  const words = useWords();
  const [into, setInto] = useState("");
  const merge = useAct({
    act: () => server.call(mergeTopic, { params: { topic_id: topic.id }, body: { into } }),
    changes: [TOPICS],
    done: close,
  });
  return (
    <div className="grid gap-3">
      <ProblemLine>{merge.problem}</ProblemLine>
      <SelectField label={words.say("topics.merge")} value={into} onChange={({ target }) => setInto(target.value)}>
        <option value="">–</option>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div>
        <Button disabled={into === ""} busy={merge.busy ? words.say("topics.merge_act") : false} onClick={() => merge.do()}>
          {words.say("topics.merge_act")}
        </Button>
      </div>
    </div>
  );
}

function Sentences({ lines, set }: { lines: string; set: (lines: string) => void }): React.ReactNode {
  const words = useWords();
  return (
    <AreaField
      label={words.say("topics.examples")}
      hint={words.say("topics.examples_note")}
      rows={4}
      maxLength={MOST_LETTERS}
      value={lines}
      onChange={({ target }) => set(target.value)}
    />
  );
}

function Buttons({ busy, close }: { busy: boolean; close: () => void }): React.ReactNode {
  const words = useWords();
  return (
    <div className="flex flex-wrap gap-2">
      <Button rank="first" type="submit" busy={busy ? words.say("topics.save") : false}>
        {words.say("topics.save")}
      </Button>
      <Button onClick={close}>{words.say("shell.cancel")}</Button>
    </div>
  );
}
