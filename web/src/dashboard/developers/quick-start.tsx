import { listAgents } from "@ongea/contract";
import { paths } from "../../paths.ts";
import { Copy } from "../../ui/copy.tsx";
import { useWords } from "../../words/index.ts";

const VARIABLE = "ONGEA_API_KEY";

/** A request that runs as it is printed, at the address that this page was opened by. On one line: shells differ in how they go on on the next. */
export function QuickStart({ apiKey }: { apiKey: string | undefined }): React.ReactNode {
  const words = useWords();
  const command = `curl -H "Authorization: Bearer ${apiKey ?? `$${VARIABLE}`}" ${location.origin}${listAgents.path}`;
  return (
    <section>
      <div className="section-head">
        <h2>{words.say("developers.start")}</h2>
        <span className="flex gap-4">
          <a className="link" href={paths.docs} target="_blank" rel="noreferrer">
            {words.say("developers.reference")}
          </a>
          <a className="link" href={paths.playground} target="_blank" rel="noreferrer">
            {words.say("developers.playground")}
          </a>
        </span>
      </div>
      <p className="py-3">
        {apiKey === undefined ? words.say("developers.start_note", { name: VARIABLE }) : words.say("developers.start_fresh")}
      </p>
      <div className="flex flex-wrap items-start gap-3">
        <code className="code grow basis-80 border border-line bg-sunk p-3 text-start" dir="ltr">
          {command}
        </code>
        <Copy text={command} hidden />
      </div>
    </section>
  );
}
