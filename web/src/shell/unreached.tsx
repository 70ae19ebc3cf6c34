import { useWords } from "../words/index.ts";
import { Empty } from "../ui/empty.tsx";

/** The server has not answered yet who is here; it is asked again and again. */
export function Unreached(): React.ReactNode {
  const words = useWords();
  return (
    <main className="page" role="alert">
      <Empty title={words.say("shell.unreachable_title")}>{words.say("shell.offline")}</Empty>
    </main>
  );
}
