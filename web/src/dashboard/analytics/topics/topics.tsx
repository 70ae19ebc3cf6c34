/** What callers want: topics that people name, how many calls have them, and suggestions among those that have none. */
import { listTopics, mayActAs, recountTopics, type Topic, TOPIC_PERIODS } from "@ongea/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { server } from "../../../server.ts";
import { useMe } from "../../../shell/me.tsx";
import { PageHead } from "../../../shell/page-head.tsx";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { WideTable } from "../../../ui/wide-table.tsx";
import { useWords } from "../../../words/index.ts";
import { Compared } from "./compared.tsx";
import { DeleteTopic } from "./delete-topic.tsx";
import { TOPICS } from "./keys.ts";
import { NewTopic, TopicForm } from "./topic-form.tsx";
import { Suggestions } from "./suggestions.tsx";

const PERIOD = 30;

export function Topics(): React.ReactNode {
  const words = useWords();
  const mayChange = mayActAs(useMe().workspace.role, "agent_manager");
  const [days, setDays] = useState<(typeof TOPIC_PERIODS)[number]>(PERIOD);
  const [isAdding, setAdding] = useState(false);
  const topics = useQuery({
    queryKey: [...TOPICS, days],
    queryFn: () => server.call(listTopics, { query: { days } }),
    placeholderData: keepPreviousData,
  });
  const recount = useAct({ act: () => server.call(recountTopics), changes: [TOPICS] });
  return (
    <>
      <p>
        <Link className="hint underline" to={paths.analytics}>
          {words.say("analytics.title")}
        </Link>
      </p>
      <PageHead title={words.say("topics.title")} subtitle={words.say("topics.subtitle")}>
        {mayChange && (
          <>
            <Button busy={recount.busy ? words.say("topics.recount") : false} onClick={() => recount.do()}>
              {words.say("topics.recount")}
            </Button>
            <Button rank="first" onClick={() => setAdding(true)}>
              <Icon name="plus" />
              {words.say("topics.add")}
            </Button>
          </>
        )}
      </PageHead>
      <ProblemLine>{recount.problem}</ProblemLine>
      {recount.answer !== undefined && (
        <p className="hint" role="status">
          {words.say("topics.recounted")}
        </p>
      )}
      <div className="board-filters">
        <select
          className="input select small"
          aria-label={words.say("home.period")}
          value={days}
          onChange={({ target }) => setDays(TOPIC_PERIODS.find((one) => String(one) === target.value) ?? PERIOD)}
        >
          {TOPIC_PERIODS.map((count) => (
            <option key={count} value={count}>
              {words.say("home.period_days", { count })}
            </option>
          ))}
        </select>
      </div>
      <Loaded query={topics} rows={4}>
        {({ data, without, compared }) => (
          <>
            {data.length === 0 ? (
              <Empty title={words.say("topics.none")}>{words.say("topics.none_note")}</Empty>
            ) : (
              <TopicTable topics={data} days={days} mayChange={mayChange} />
            )}
            <p className="hint py-3">
              {words.say("topics.without", { calls: words.number(without.calls), threads: words.number(without.threads) })}
            </p>
            <Compared compared={compared} />
          </>
        )}
      </Loaded>
      <Suggestions mayChange={mayChange} />
      <Dialog open={isAdding} onOpenChange={setAdding} title={words.say("topics.add")}>
        <NewTopic close={() => setAdding(false)} />
      </Dialog>
    </>
  );
}

interface TableProps {
  topics: readonly Topic[];
  days: number;
  mayChange: boolean;
}

function TopicTable({ topics, days, mayChange }: TableProps): React.ReactNode {
  const words = useWords();
  const [edited, setEdited] = useState<string>();
  const topic = topics.find(({ id }) => id === edited);
  return (
    <>
      <WideTable label={words.say("topics.title")}>
        <table>
          <thead>
            <tr>
              <th className="min-w-40">{words.say("topics.of_call")}</th>
              <th className="number">{words.say("topics.calls")}</th>
              <th className="number">{words.say("topics.before")}</th>
              <th className="number">{words.say("topics.threads")}</th>
              <th className="number">{words.say("topics.examples")}</th>
              {mayChange && (
                <th>
                  <span className="visually-hidden">{words.say("topics.actions")}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {topics.map((one) => (
              <tr key={one.id}>
                <td className="max-w-48 whitespace-normal [overflow-wrap:anywhere] sm:max-w-none">
                  <Link className="underline" to={callsWith(one.id, days)}>
                    <bdi>{one.name}</bdi>
                  </Link>
                </td>
                <td className="number">{words.number(one.calls)}</td>
                <td className="number text-ink-3">
                  {trend(one)} {words.number(one.calls_before)}
                </td>
                <td className="number">{words.number(one.threads)}</td>
                <td className="number">{words.number(one.examples.length)}</td>
                {mayChange && (
                  <td className="number whitespace-nowrap">
                    <Button
                      rank="quiet"
                      onClick={() => setEdited(one.id)}
                      aria-label={words.say("topics.edit", { name: one.name })}
                    >
                      {words.say("topics.edit_short")}
                    </Button>
                    <DeleteTopic topic={one} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
      <Dialog
        open={topic !== undefined}
        onOpenChange={() => setEdited(undefined)}
        title={words.say("topics.edit", { name: topic?.name ?? "" })}
      >
        {topic && (
          <TopicForm
            key={topic.id}
            topic={topic}
            others={topics.filter(({ id }) => id !== topic.id)}
            close={() => setEdited(undefined)}
          />
        )}
      </Dialog>
    </>
  );
}

function trend({ calls, calls_before: before }: Topic): string {
  if (calls === before) return "";
  return calls > before ? "▲" : "▼";
}

function callsWith(id: string, days: number): string {
  const query = new URLSearchParams({ board: "calls", topic_id: id, ...(days !== PERIOD && { days: String(days) }) });
  return `${paths.analytics}?${query.toString()}`;
}
