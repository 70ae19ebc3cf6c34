/** What differs between two documents, field by field and word by word. */
import type { Difference } from "@ongea/contract";
import { useWords } from "../../words/index.ts";
import { labelOf } from "./labels.ts";
import { shortened, wordDiff } from "./word-diff.ts";

export function Changes({ differences }: { differences: readonly Difference[] }): React.ReactNode {
  const words = useWords();
  return (
    <dl>
      {differences.map(({ path, before, after }) => (
        <div key={path.join(".")}>
          <dt>{labelOf(path, words)}</dt>
          <dd>
            <Change before={before} after={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Change({ before, after }: { before: unknown; after: unknown }): React.ReactNode {
  const words = useWords();
  const nothing = words.say("agents.nothing");
  const parts = shortened(wordDiff(textOf(before, nothing), textOf(after, nothing)));
  return (
    <bdi className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {parts.map(({ kind, text }, at) =>
        kind === "gone" ? <del key={at}>{text}</del> : kind === "new" ? <ins key={at}>{text}</ins> : text,
      )}
    </bdi>
  );
}

function textOf(value: unknown, nothing: string): string {
  if (value === undefined || value === null || value === "") return nothing;
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
