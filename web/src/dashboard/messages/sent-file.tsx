/** What a person has sent with a message: a picture, a sound to be heard, a file to be saved; or why it is not here. */
import { readThreadFile, type ThreadFile } from "@ongea/contract";
import { useWords } from "../../words/index.ts";

export function SentFile({ threadId, file }: { threadId: string; file: ThreadFile }): React.ReactNode {
  const { id, kind, name, type, state, reason, transcription } = file;
  const words = useWords();
  const label = name || words.say(`messages.file_${kind}`);
  if (state === "waiting") return <span className="hint">{words.say("messages.file_waiting")}</span>;
  if (state === "failed") return <span className="problem">{words.say(`messages.file_${reason ?? "unavailable"}`)}</span>;
  const address = readThreadFile.path.replace(":thread_id", threadId).replace(":file_id", id);
  if (type.startsWith("image/"))
    return (
      <a href={address} download={name} className="w-fit">
        <img src={address} alt={label} loading="lazy" className="max-h-60 max-w-full rounded-sm" />
      </a>
    );
  if (type.startsWith("audio/"))
    return (
      <>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what a person has said; its text stands above it */}
        <audio controls preload="none" src={address} aria-label={label} className="max-w-full" />
        {transcription !== null && <span className="hint">{words.say(`messages.note_${transcription}`)}</span>}
      </>
    );
  return (
    <a href={address} download={name} className="w-fit underline">
      <bdi>{label}</bdi>
    </a>
  );
}
