/** One of a cloned voice's two recordings: spoken into the microphone, or from files. */
import {
  addressOf,
  hearCloneRecording,
  MOST_SAMPLE_FILES,
  RECORDING_SECONDS,
  Refused,
  SAMPLE_FILE_ENDINGS,
  SOUND_FAULTS,
  Unpromised,
  uploadCloneRecording,
  type RecordingOf,
  type SoundFault,
  type VoiceClone,
  keysOf,
} from "@ongea/contract";
import { useId, useRef, useState } from "react";
import { server } from "../../../server.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { toast } from "../../../ui/toast.ts";
import { useOnePlayer } from "../../../voice/one-player.ts";
import { useWords, type Words } from "../../../words/index.ts";
import { VOICES } from "../questions.ts";
import { UnreadableSound, wavOfFiles } from "./to-wav.ts";
import { useRecorder } from "./use-recorder.ts";

interface Props {
  clone: VoiceClone;
  recording: RecordingOf;
  legend: string;
  children: React.ReactNode;
}

export function RecordingField({ clone, recording, legend, children }: Props): React.ReactNode {
  const words = useWords();
  const id = useId();
  const files = useRef<HTMLInputElement>(null);
  const [isDeaf, setDeaf] = useState(false);
  const seconds = recording === "consent" ? clone.consent.seconds : clone.sample_seconds;
  const save = useAct({
    act: (sounds: readonly Blob[]) => upload(words, { id: clone.id, recording }, sounds),
    changes: [[...VOICES]],
    done: () => toast(words.say("lab.clone_kept"), legend),
  });
  const recorder = useRecorder({
    mostSeconds: RECORDING_SECONDS[recording].most,
    done: (sound) => save.do([sound]),
    failed: () => setDeaf(true),
  });
  const record = (): void => {
    setDeaf(false);
    if (recorder.seconds === undefined) recorder.start();
    else recorder.stop();
  };
  const isRecording = recorder.seconds !== undefined;
  return (
    <fieldset className="lab-form" aria-describedby={`${id}-limits`}>
      <legend className="pb-2 font-bold">{legend}</legend>
      {children}
      <p className="hint" id={`${id}-limits`}>
        {words.say("lab.clone_limits", limitsOf(words, recording))}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button icon="microphone" busy={save.busy && words.say("lab.keeping")} onClick={record}>
          {isRecording
            ? words.say("lab.clone_stop", { duration: words.duration(recorder.seconds ?? 0) })
            : words.say(seconds === null ? "lab.clone_record" : "lab.clone_again")}
        </Button>
        <Button disabled={isRecording || save.busy} onClick={() => files.current?.click()}>
          {words.say("lab.clone_upload")}
        </Button>
        <Hear clone={clone} recording={recording} seconds={seconds} />
      </div>
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept={SAMPLE_FILE_ENDINGS.join(",")}
        aria-label={`${words.say("lab.clone_upload")}: ${legend}`}
        onChange={({ target }) => {
          if (target.files && target.files.length > 0) save.do([...target.files]);
          target.value = "";
        }}
      />
      <ProblemLine>{isDeaf ? words.say("lab.clone_deaf") : save.problem}</ProblemLine>
    </fieldset>
  );
}

interface HearProps extends Pick<Props, "clone" | "recording"> {
  seconds: number | null;
}

/** What is kept, with its length. */
export function Hear({ clone, recording, seconds }: HearProps): React.ReactNode {
  const words = useWords();
  const player = useOnePlayer(() => toast(words.say("voices.playback"), words.say("lab.playback_note"), "bad"));
  if (seconds === null) return null;
  // Another recording is heard under another address.
  const version = `${clone.consent.given_at ?? ""}-${seconds}`;
  const address = `${addressOf(hearCloneRecording.path, { clone_id: clone.id, recording })}?${encodeURIComponent(version)}`;
  const isStill = player.stateOf(address) === "still";
  const what = words.say(recording === "consent" ? "lab.clone_consent" : "lab.clone_sample");
  return (
    <Button icon={isStill ? "play" : "pause"} rank="quiet" onClick={() => player.toggle(address)}>
      {`${what}, ${words.duration(Math.round(seconds))}`}
    </Button>
  );
}

function limitsOf(words: Words, recording: RecordingOf): { least: string; most: string } {
  const { least, most } = RECORDING_SECONDS[recording];
  return { least: words.duration(least), most: words.duration(most) };
}

interface Place {
  id: string;
  recording: RecordingOf;
}

/** What is wrong with the sound is said in the person's language; everything else as it is everywhere. */
async function upload(words: Words, { id, recording }: Place, sounds: readonly Blob[]): Promise<VoiceClone> {
  if (sounds.length > MOST_SAMPLE_FILES)
    throw new Unpromised(words.say("lab.clone_too_many", { most: words.number(MOST_SAMPLE_FILES) }));
  const say = (fault: SoundFault): Error => new Unpromised(words.say(`lab.${fault}`, limitsOf(words, recording)));
  try {
    const { bytes, seconds } = await wavOfFiles(sounds);
    if (seconds > RECORDING_SECONDS[recording].most) throw say("sound_too_long");
    return await server.call(uploadCloneRecording, { params: { clone_id: id, recording }, file: bytes });
  } catch (error) {
    if (error instanceof UnreadableSound) throw say("sound_unreadable");
    const fault = faultIn(error);
    throw fault === undefined ? error : say(fault);
  }
}

function faultIn(error: unknown): SoundFault | undefined {
  const detail = error instanceof Refused ? error.body.detail : "";
  const type = typeof detail === "string" ? "" : detail[0]?.type;
  return keysOf(SOUND_FAULTS).find((one) => one === type);
}
