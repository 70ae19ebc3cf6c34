import { useWords } from "../words/index.ts";
import { useServerState } from "./server-state.ts";

export function OfflineNotice(): React.ReactNode {
  const words = useWords();
  const { state } = useServerState();
  return (
    <div role="status">
      {state === "offline" && (
        <div className="notice under-way">
          <p className="status under-way">{words.say(navigator.onLine ? "shell.offline" : "shell.offline_browser")}</p>
        </div>
      )}
    </div>
  );
}
