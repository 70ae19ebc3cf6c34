/** What stood before: every version is kept; it can be compared and restored. */
import type { Agent } from "@ongea/contract";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useWords } from "../../words/index.ts";
import type { AgentDraft } from "./use-agent-draft.ts";
import { partLater } from "../../ui/part-later.tsx";

const VersionList = partLater(async () => (await import("./version-list.tsx")).VersionList);

export function Versions({ agent, draft }: { agent: Agent; draft: AgentDraft }): React.ReactNode {
  const words = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.say("agents.versions")}</Button>
      {open && <VersionList agent={agent} draft={draft} close={() => setOpen(false)} />}
    </>
  );
}
