import { useWords } from "../words/index.ts";
import { Button } from "./button.tsx";
import { toast } from "./toast.ts";

/** Something to take along: shown, and put on the clipboard by a press. `hidden` when it is shown elsewhere. */
export function Copy({ text, hidden = false }: { text: string; hidden?: boolean }): React.ReactNode {
  const words = useWords();
  const copy = (): void => {
    navigator.clipboard
      .writeText(text)
      .then(() => toast(words.say("shell.copied")))
      .catch(() => toast(words.say("shell.error"), words.say("problems.unknown"), "bad"));
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {!hidden && <code className="code grow">{text}</code>}
      <Button icon="copy" onClick={copy}>
        {words.say("shell.copy")}
      </Button>
    </div>
  );
}
