import { removeVoiceClone, type VoiceClone } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../../server.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { languageName } from "../../../voice/voice-words.ts";
import { useWords, type Words } from "../../../words/index.ts";
import { VOICES } from "../questions.ts";
import { Hear } from "./recording-field.tsx";

interface Props {
  clone: VoiceClone;
  mayChange: boolean;
  /** Goes on with a draft. */
  open: () => void;
}

/** What it is, who consented, and how far it has come. */
export function CloneRow({ clone, mayChange, open }: Props): React.ReactNode {
  const words = useWords();
  const { name, language, state, problem, consent, sample_seconds: sample } = clone;
  const isOpen = state === "draft" || state === "failed";
  return (
    <li>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <p className="hint">
        {words.say(`lab.clone_state_${state}`)} · {languageName(words, language)}
      </p>
      {problem !== null && <p className="problem">{words.say(`lab.clone_problem_${problem}`)}</p>}
      {consent.status !== null && <p className="hint">{words.say(`lab.consent_${consent.status}`)}</p>}
      {consent.given_at !== null && (
        <details>
          <summary>{consentIn(words, clone)}</summary>
          <blockquote className="clone-sentence" lang={language} dir="auto">
            {consent.sentence}
          </blockquote>
        </details>
      )}
      {mayChange && (
        <div className="acts">
          {state !== "removing" && <Hear clone={clone} recording="consent" seconds={consent.seconds} />}
          {state !== "removing" && <Hear clone={clone} recording="sample" seconds={sample} />}
          {isOpen && <Button onClick={open}>{words.say("lab.clone_go_on")}</Button>}
          {state !== "making" && !(state === "removing" && problem === null) && <Delete clone={clone} />}
        </div>
      )}
    </li>
  );
}

function consentIn(words: Words, { consent }: VoiceClone): string {
  const { speaker, given_at: given, taken_by: by } = consent;
  return words.say("lab.clone_taken", { speaker, moment: given === null ? "" : words.moment(given), by: by ?? "" });
}

function Delete({ clone }: { clone: VoiceClone }): React.ReactNode {
  const words = useWords();
  const [asking, setAsking] = useState(false);
  const remove = useAct({
    act: () => server.call(removeVoiceClone, { params: { clone_id: clone.id } }),
    changes: [[...VOICES]],
    done: ({ at_provider: atProvider }) => {
      setAsking(false);
      toast(words.say("lab.clone_deleted"), words.say(atProvider ? "lab.clone_deleted_note" : "lab.clone_left_note"));
    },
  });
  return (
    <>
      <Button
        rank="quiet"
        icon="trash"
        aria-label={words.say("lab.clone_delete", { name: clone.name })}
        onClick={() => setAsking(true)}
      />
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={words.say("lab.clone_delete_title", { name: clone.name })}
        description={words.say("lab.clone_delete_note")}
        act={words.say("lab.delete")}
        busy={remove.busy && words.say("lab.deleting")}
        problem={remove.problem}
        onConfirm={() => remove.do()}
      />
    </>
  );
}
