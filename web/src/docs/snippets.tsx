import { createContext, use } from "react";
import { useWords } from "../words/index.ts";
import { CodeBlock } from "./code-block.tsx";
import { type Request, SNIPPET_LANGUAGES, type SnippetLanguage, snippetOf } from "./snippet.ts";

/** What a reader chose stays for every snippet, and so does their key, in this page's memory alone. */
export interface Reader {
  language: SnippetLanguage;
  setLanguage: (language: SnippetLanguage) => void;
  apiKey: string;
  setApiKey: (key: string) => void;
}

const ReaderContext = createContext<Reader | null>(null);
export const ReaderProvider = ReaderContext.Provider;

export function useReader(): Reader {
  const reader = use(ReaderContext);
  if (!reader) throw new Error("Nobody reads here: ReaderProvider is missing");
  return reader;
}

export function Snippets({ of: request }: { of: Request }): React.ReactNode {
  const words = useWords();
  const { language, setLanguage } = useReader();
  return (
    <div>
      <div className="docs-tabs" role="group" aria-label={words.say("docs.languages")}>
        {SNIPPET_LANGUAGES.map((one) => (
          <button key={one} type="button" aria-pressed={one === language} onClick={() => setLanguage(one)}>
            {one}
          </button>
        ))}
      </div>
      <CodeBlock text={snippetOf(language, request)} />
    </div>
  );
}
