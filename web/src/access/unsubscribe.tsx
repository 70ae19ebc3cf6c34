/** Where the link in an e-mail leads: e-mails of its kind end, or all of its workspace. Nobody need sign in. */
import { unsubscribe } from "@ongea/contract";
import { useSearchParams } from "react-router";
import { server } from "../server.ts";
import { useAct } from "../ui/act.ts";
import { Button } from "../ui/button.tsx";
import { ProblemLine } from "../ui/problem-line.tsx";
import { useWords } from "../words/index.ts";
import { AccessPage } from "./access-page.tsx";

export function Unsubscribe(): React.ReactNode {
  const words = useWords();
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  const end = useAct<"true" | "false">({ act: (all) => server.call(unsubscribe, { query: { token, all } }) });
  return (
    <AccessPage title={words.say("access.stop_title")} note={words.say("access.stop_note")}>
      <div className="grid gap-3">
        <Button rank="first" busy={end.busy && words.say("shell.saving")} onClick={() => end.do("false")}>
          {words.say("access.stop_kind")}
        </Button>
        <Button busy={end.busy && words.say("shell.saving")} onClick={() => end.do("true")}>
          {words.say("access.stop_all")}
        </Button>
        <ProblemLine>{end.problem}</ProblemLine>
        <p role="status">{end.answer !== undefined && <span className="status good">{words.say("access.stop_done")}</span>}</p>
      </div>
    </AccessPage>
  );
}
