import { addressOf, mayActAs, readVoiceSample, removeVoiceSample, type VoiceSample } from "@ongea/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Older } from "../../ui/older.tsx";
import { toast } from "../../ui/toast.ts";
import { useOnePlayer, type OnePlayer } from "../../voice/one-player.ts";
import { useWords, type Words } from "../../words/index.ts";
import { figures, samples, VOICES } from "./questions.ts";

export function Samples(): React.ReactNode {
  const words = useWords();
  const query = useInfiniteQuery(samples);
  const { data: counts } = useQuery(figures);
  const player = useOnePlayer(() => toast(words.say("voices.playback"), words.say("lab.playback_note"), "bad"));
  return (
    <section>
      <div className="section-head">
        <h2>
          {words.say("lab.samples")} {counts && <span className="hint">{words.number(counts.samples)}</span>}
        </h2>
      </div>
      <div className="samples" tabIndex={0} role="region" aria-label={words.say("lab.samples")}>
        <Older query={query}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty title={words.say("lab.none")}>{words.say("lab.none_note")}</Empty>
            ) : (
              <ul>
                {rows.map((sample) => (
                  <Row key={sample.id} sample={sample} player={player} />
                ))}
              </ul>
            )
          }
        </Older>
      </div>
    </section>
  );
}

function Row({ sample, player }: { sample: VoiceSample; player: OnePlayer }): React.ReactNode {
  const words = useWords();
  const { id, text, voice, duration_seconds: seconds, effect, created_at: created } = sample;
  const address = addressOf(readVoiceSample.path, { sample_id: id });
  const isStill = player.stateOf(address) === "still";
  const on = (act: string): string => words.say("lab.act_on", { act, voice, text: text.slice(0, 60) });
  const facts = [voice, words.duration(seconds), effect === null ? "" : words.say(`lab.effect_${effect}`), words.moment(created)];
  return (
    <li>
      <Button
        icon={isStill ? "play" : "pause"}
        aria-label={on(words.say(isStill ? "lab.play" : "lab.pause"))}
        onClick={() => player.toggle(address)}
      />
      <div>
        <p title={text}>
          <bdi>{text}</bdi>
        </p>
        <p className="hint">{inOneLine(facts)}</p>
      </div>
      <div className="acts">
        <a
          className="button square quiet"
          href={address}
          download={fileName(sample)}
          aria-label={on(words.say("lab.download"))}
          onClick={() => toast(words.say("lab.downloading"), words.say("lab.downloading_note"))}
        >
          <Icon name="download" />
        </a>
        <Delete sample={sample} label={on(words.say("lab.delete"))} quiet={() => !isStill && player.stop()} />
      </div>
    </li>
  );
}

/** Names and times run their own way within a line that runs from the right. */
function inOneLine(facts: readonly string[]): string {
  return facts
    .filter((fact) => fact !== "")
    .map((fact) => `\u2068${fact}\u2069`)
    .join(" · ");
}

/** The voice and the day. */
function fileName({ voice, created_at: created }: VoiceSample): string {
  const day = new Date(created);
  const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
  return `${voice}-${date}.wav`;
}

interface DeleteProps {
  sample: VoiceSample;
  label: string;
  quiet: () => void;
}

function Delete({ sample, label, quiet }: DeleteProps): React.ReactNode {
  const words: Words = useWords();
  const mayDelete = mayActAs(useMe().workspace.role, "agent_manager");
  const [asking, setAsking] = useState(false);
  const act = useAct({
    act: () => server.call(removeVoiceSample, { params: { sample_id: sample.id } }),
    changes: [[...VOICES]],
    done: () => {
      setAsking(false);
      toast(words.say("lab.deleted"), words.say("lab.deleted_note"));
    },
  });
  if (!mayDelete) return null;
  const confirm = (): void => {
    quiet();
    act.do();
  };
  return (
    <>
      <Button rank="quiet" icon="trash" aria-label={label} onClick={() => setAsking(true)} />
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={words.say("lab.delete_title")}
        description={words.say("lab.delete_note")}
        act={words.say("lab.delete")}
        busy={act.busy && words.say("lab.deleting")}
        problem={act.problem}
        onConfirm={confirm}
      />
    </>
  );
}
