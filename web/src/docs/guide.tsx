import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { Loaded } from "../ui/loaded.tsx";
import { useWords } from "../words/index.ts";
import { readGuide } from "./guides.ts";
import { Markdown } from "./markdown.tsx";

export function Guide({ name }: { name: string }): React.ReactNode {
  const words = useWords();
  const query = useQuery({ queryKey: ["guide", name], queryFn: async () => (await readGuide(name)) ?? "", staleTime: Infinity });
  return (
    <Loaded query={query} rows={6}>
      {(text) =>
        text === "" ? (
          <h1>{words.say("docs.nowhere")}</h1>
        ) : (
          <>
            {words.language !== "en" && <p className="docs-lead">{words.say("docs.english")}</p>}
            <GuideText text={text} />
          </>
        )
      }
    </Loaded>
  );
}

function GuideText({ text }: { text: string }): React.ReactNode {
  const { hash } = useLocation();
  useEffect(() => {
    document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <article className="docs-guide" lang="en" dir="ltr">
      <Markdown text={text} />
    </article>
  );
}
