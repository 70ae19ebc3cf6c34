/** A button for what cannot be undone, and the question that comes first. */
import type { Act } from "./act.ts";
import { Button } from "./button.tsx";
import { Confirm } from "./dialog.tsx";

interface ConfirmedButtonProps {
  /** What the act is called, on both buttons. */
  name: string;
  /** Names what is taken away. */
  question: string;
  note: string;
  busy: string;
  act: Pick<Act<void>, "do" | "busy" | "problem">;
  asking: boolean;
  ask: (asking: boolean) => void;
}

export function ConfirmedButton({ name, question, note, busy, act, asking, ask }: ConfirmedButtonProps): React.ReactNode {
  return (
    <>
      <Button rank="bad" onClick={() => ask(true)} aria-label={question}>
        {name}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={ask}
        title={question}
        description={note}
        act={name}
        busy={act.busy && busy}
        problem={act.problem}
        onConfirm={() => act.do()}
      />
    </>
  );
}
