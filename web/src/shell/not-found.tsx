import { Link } from "react-router";
import { paths } from "../paths.ts";
import { SIZES } from "../timeline/draw.ts";
import { BareStrip } from "../timeline/strip.tsx";
import { useWords } from "../words/index.ts";
import { PageTitle } from "./page-head.tsx";

export function NotFound(): React.ReactNode {
  const words = useWords();
  const title = words.say("shell.not_found");
  return (
    <div className="empty">
      <PageTitle title={title} />
      <BareStrip size={SIZES.line} />
      <h1>{title}</h1>
      <Link className="button" to={paths.home}>
        {words.say("shell.not_found_act")}
      </Link>
    </div>
  );
}
