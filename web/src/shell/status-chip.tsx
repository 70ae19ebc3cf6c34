import { opensLater } from "../ui/later.tsx";
import { useWords } from "../words/index.ts";
import { STATE_SHAPES, useServerState } from "./server-state.ts";

const Parts = opensLater(async () => (await import("./status-parts.tsx")).StatusParts);

/** 'API Status: Healthy', from what the server says of itself; a press shows its parts. */
export function StatusChip(): React.ReactNode {
  const words = useWords();
  const { state } = useServerState();
  if (state === "unknown") return null;
  const word = words.say(`shell.status_${state}`);
  return (
    <Parts
      button={(props) => (
        <button type="button" className="button quiet chip" aria-label={word} {...props}>
          <span className={`status ${STATE_SHAPES[state]}`}>
            <span className="wide-only">{word}</span>
          </span>
        </button>
      )}
    />
  );
}
