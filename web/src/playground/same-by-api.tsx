/** What happens here, as requests of one's own. */
import { readCall, sayInCall, startBrowserCall } from "@ongea/contract";
import { useMemo, useState } from "react";
import type { Request, SnippetLanguage } from "../docs/snippet.ts";
import { ReaderProvider, Snippets } from "../docs/snippets.tsx";
import { useWords } from "../words/index.ts";

const EXAMPLE_CALL = "3c90c3cc-0d44-4b50-8888-8dd25736052a";

export function SameByApi({ agentId, callId = EXAMPLE_CALL }: { agentId: string; callId: string | undefined }): React.ReactNode {
  const words = useWords();
  const [language, setLanguage] = useState<SnippetLanguage>("curl");
  const reader = useMemo(() => ({ language, setLanguage, apiKey: "", setApiKey: () => undefined }), [language]);
  const { origin } = location;
  const request = (of: { method: string; path: string }, body?: unknown): Request => ({
    method: of.method,
    url: origin + of.path.replace(":execution_id", callId),
    keyed: true,
    ...(body === undefined ? {} : { body }),
  });
  return (
    <section>
      <div className="section-head">
        <h2>{words.say("playground.same")}</h2>
        <a className="link" href="/docs/api/calls" target="_blank" rel="noreferrer">
          {words.say("docs.title")}
        </a>
      </div>
      <ReaderProvider value={reader}>
        <div className="play-same">
          <h3>{words.say("playground.same_start")}</h3>
          <Snippets of={request(startBrowserCall, { agent_id: agentId })} />
          <h3>{words.say("playground.same_say")}</h3>
          <Snippets of={request(sayInCall, { text: "I would like to book an appointment" })} />
          <h3>{words.say("playground.same_read")}</h3>
          <Snippets of={request(readCall)} />
        </div>
      </ReaderProvider>
    </section>
  );
}
