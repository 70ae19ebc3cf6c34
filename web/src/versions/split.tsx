/** A/B: another version beside the one that is used, how both do, and its end. */
import {
  type AgentVersion,
  type BatchGoal,
  listAgents,
  listVersionSplits,
  readVersionSplit,
  SPLIT_KINDS,
  type SplitArm,
  startVersionSplit,
  stopVersionSplit,
  type VersionSplit,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { GoalField, goalInWords } from "../call/goal-field.tsx";
import { server } from "../server.ts";
import { useAct } from "../ui/act.ts";
import { Button } from "../ui/button.tsx";
import { SelectField, TextField } from "../ui/field.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { ProblemLine } from "../ui/problem-line.tsx";
import { type FurtherArea, useAreas, useWords } from "../words/index.ts";
import { type ChoiceProps, idOf } from "./chooser.ts";

const AREAS: readonly FurtherArea[] = ["batches", "publishing", "tools"];
const SPLITS = ["version-splits"] as const;

interface SplitProps extends ChoiceProps {
  versions: readonly AgentVersion[];
}

export function Split({ kind, target, agentId, versions }: SplitProps): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  const where = SPLIT_KINDS.find((one) => one === kind);
  const splits = useQuery({ queryKey: SPLITS, queryFn: () => server.call(listVersionSplits) });
  if (!where) return null;
  return (
    <section className="grid gap-3 border-t border-line pt-4" aria-label={words.say("publishing.split")}>
      <h3>{words.say("publishing.split")}</h3>
      <p className="hint">{words.say("publishing.split_note")}</p>
      <Loaded query={splits} rows={1}>
        {({ data }) => {
          const last = data.find((one) => one.kind === kind && idOf(one.target) === idOf(target) && one.agent_id === agentId);
          return (
            <>
              {last && <Results split={last} />}
              {last?.stopped_at !== null && <Start kind={where} target={target} agentId={agentId} versions={versions} />}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function Results({ split }: { split: VersionSplit }): React.ReactNode {
  const words = useWords();
  const params = { split_id: split.id };
  const read = useQuery({ queryKey: [...SPLITS, split.id], queryFn: () => server.call(readVersionSplit, { params }) });
  const stop = useAct({ act: () => server.call(stopVersionSplit, { params }), changes: [SPLITS] });
  const of = { version: split.version, share: split.share };
  return (
    <>
      <p>
        {words.say(`publishing.split_${split.stopped_because ?? "runs"}`, of)}{" "}
        <span className="hint">{goalInWords(split.goal, words)}</span>
      </p>
      <Loaded query={read} rows={2}>
        {({ used, tried, difference }) => (
          <>
            <table>
              <thead>
                <tr>
                  <th>
                    <span className="visually-hidden">{words.say("publishing.split_version")}</span>
                  </th>
                  <th>{words.say("publishing.split_calls")}</th>
                  <th>{words.say("publishing.split_reached")}</th>
                  <th>{words.say("publishing.split_rate")}</th>
                </tr>
              </thead>
              <tbody>
                <Arm name={words.say("publishing.split_used")} arm={used} />
                <Arm name={words.say("publishing.split_tried")} arm={tried} />
              </tbody>
            </table>
            {difference && (
              <p>
                {words.say("publishing.split_difference", {
                  value: words.percent(difference.value),
                  low: words.percent(difference.low),
                  high: words.percent(difference.high),
                })}
              </p>
            )}
          </>
        )}
      </Loaded>
      <ProblemLine>{stop.problem}</ProblemLine>
      {split.stopped_at === null && (
        <div>
          <Button busy={stop.busy && words.say("shell.saving")} onClick={() => stop.do()}>
            {words.say("publishing.split_stop")}
          </Button>
        </div>
      )}
    </>
  );
}

function Arm({ name, arm: { calls, reached, rate } }: { name: string; arm: SplitArm }): React.ReactNode {
  const words = useWords();
  return (
    <tr>
      <td>{name}</td>
      <td>{words.number(calls)}</td>
      <td>{words.number(reached)}</td>
      <td>{rate ? `${words.percent(rate.value)} (${words.percent(rate.low)}–${words.percent(rate.high)})` : "–"}</td>
    </tr>
  );
}

interface StartProps extends Omit<SplitProps, "kind" | "name"> {
  kind: VersionSplit["kind"];
}

function Start({ kind, target, agentId, versions }: StartProps): React.ReactNode {
  const words = useWords();
  const agents = useQuery({ queryKey: ["agents"], queryFn: () => server.call(listAgents) });
  const [version, setVersion] = useState("");
  const [share, setShare] = useState("20");
  const [goal, setGoal] = useState<BatchGoal>();
  const percent = Number(share);
  const isValid = version !== "" && goal !== undefined && Number.isInteger(percent) && percent >= 1 && percent <= 99;
  const start = useAct({
    act: () =>
      goal
        ? server.call(startVersionSplit, { body: { kind, target, version: Number(version), share: percent, goal } })
        : Promise.resolve(undefined),
    changes: [SPLITS],
  });
  if (versions.length < 2) return <p className="hint">{words.say("publishing.split_one_version")}</p>;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) start.do();
      }}
    >
      <SelectField
        label={words.say("publishing.split_version")}
        value={version}
        onChange={({ target: chosen }) => setVersion(chosen.value)}
      >
        <option value="" />
        {versions.map((one) => (
          <option key={one.version} value={one.version}>
            {words.say("publishing.uses_version", { version: one.version })}
            {one.name !== "" && ` · ${one.name}`}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.say("publishing.split_share")}
        type="number"
        min={1}
        max={99}
        value={share}
        onChange={({ target: written }) => setShare(written.value)}
      />
      <GoalField
        agent={agents.data?.find(({ id }) => id === agentId)}
        goal={goal}
        choose={setGoal}
        hint={words.say("publishing.split_goal_note")}
      />
      <ProblemLine>{start.problem}</ProblemLine>
      <div>
        <Button type="submit" disabled={!isValid} busy={start.busy && words.say("shell.saving")}>
          {words.say("publishing.split_start")}
        </Button>
      </div>
    </form>
  );
}
