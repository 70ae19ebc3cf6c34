import { useWords } from "../words/index.ts";
import { Button } from "./button.tsx";
import { toast } from "./toast.ts";

/** Something to take along: shown, and put on the clipboard by a press. `hidden` when it is shown elsewhere. */
export function Copy({ text, hidden = false }: { text: string; hidden?: boolean }): React.ReactNode {
  const words = useWords();
  const copy = async (): Promise<void> => {
    try {
      // Over http there is no clipboard.
      await navigator.clipboard.writeText(text);
      toast(words.say("shell.copied"));
    } catch {
      toast(words.say("shell.copy_failed"), undefined, "bad");
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {!hidden && <code className="code grow">{text}</code>}
      <Button icon="copy" onClick={() => void copy()}>
        {words.say("shell.copy")}
      </Button>
    </div>
  );
}
