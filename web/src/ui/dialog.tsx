/** A sheet between two selvedges. Its title is the words of the button that opened it. */
import { Dialog as Radix } from "radix-ui";
import { useWords } from "../words/index.ts";
import { Button } from "./button.tsx";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  children: React.ReactNode;
}

export function Dialog({ open, onOpenChange, title, description, children }: DialogProps): React.ReactNode {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content className="dialog open" {...(description === undefined ? { "aria-describedby": undefined } : {})}>
          <Radix.Title asChild>
            <h2>{title}</h2>
          </Radix.Title>
          {description !== undefined && <Radix.Description className="text-ink-2">{description}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ConfirmProps extends Omit<DialogProps, "children"> {
  /** What the act is called, on its button. */
  act: string;
  busy?: string | false;
  problem?: string | undefined;
  onConfirm: () => void;
}

/** Asks before something is taken away. */
export function Confirm({ act, busy = false, problem, onConfirm, ...dialog }: ConfirmProps): React.ReactNode {
  const words = useWords();
  return (
    <Dialog {...dialog}>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button rank="bad" className="filled" busy={busy} onClick={onConfirm}>
          {act}
        </Button>
        <Button onClick={() => dialog.onOpenChange(false)} disabled={busy !== false}>
          {words.say("shell.cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
