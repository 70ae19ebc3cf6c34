import type { Opened } from "../ui/later.tsx";
import { Popover } from "../ui/popover.tsx";
import { useWords } from "../words/index.ts";
import { STATE_SHAPES, useServerState } from "./server-state.ts";

/** What the server is made of, and how each part is. */
export function StatusParts({ trigger, defaultOpen }: Opened): React.ReactNode {
  const words = useWords();
  const { state, health } = useServerState();
  return (
    <Popover trigger={trigger} label={words.say("shell.status_label")} defaultOpen={defaultOpen}>
      <div className="section-head">
        <h2>{words.say("shell.status_label")}</h2>
        {health && <span className="hint">{words.say("shell.status_version", { version: health.version })}</span>}
      </div>
      {health ? (
        <ul className="rows">
          {health.parts.map(({ part, status, note }) => (
            <li key={part}>
              <span className="grow">{words.say(`shell.part_${part}`)}</span>
              <span className={`status ${STATE_SHAPES[status]}`}>{words.say(`shell.part_${status}`)}</span>
              {note !== undefined && <p className="hint basis-full">{note}</p>}
            </li>
          ))}
        </ul>
      ) : (
        <p className="py-3">{words.say(state === "offline" ? "shell.offline" : "shell.loading")}</p>
      )}
      {health && <p className="hint pt-2">{words.say("shell.status_calls", { count: health.calls })}</p>}
    </Popover>
  );
}
