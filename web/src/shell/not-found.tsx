import { Link } from "react-router";
import { paths } from "../paths.ts";
import { Empty } from "../ui/empty.tsx";
import { useWords } from "../words/index.ts";
import { PageTitle } from "./page-head.tsx";

export function NotFound(): React.ReactNode {
  const words = useWords();
  const title = words.say("shell.not_found");
  return (
    <>
      <PageTitle title={title} />
      <h1 className="visually-hidden">{title}</h1>
      <Empty
        title={title}
        act={
          <Link className="button" to={paths.home}>
            {words.say("shell.not_found_act")}
          </Link>
        }
      />
    </>
  );
}
