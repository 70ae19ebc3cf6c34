import { Link } from "react-router";
import { paths } from "../paths.ts";
import { useWords } from "../words/index.ts";
import { useMe } from "./me.tsx";

/** A visitor's workspace is theirs to keep. */
export function DemoNotice(): React.ReactNode {
  const words = useWords();
  const me = useMe();
  if (me.kind !== "visitor") return null;
  return (
    <aside className="notice news" aria-label={words.say("shell.demo_act")}>
      <p>{words.say("shell.demo_notice")}</p>
      <Link className="button" to={paths.signUp}>
        {words.say("shell.demo_act")}
      </Link>
      <Link className="button quiet" to={`${paths.signIn}?claim=demo`}>
        {words.say("shell.sign_in")}
      </Link>
    </aside>
  );
}
