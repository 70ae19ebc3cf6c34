/** Whom the agent puts callers through to. */
import type { ApiTools } from "@ongea/contract";
import { useWords } from "../../words/index.ts";
import { EntryList } from "./entry-list.tsx";
import { withoutFunction } from "./function-draft.ts";
import { MOST_TRANSFERS, transfersOf, withNewTransfer, withTransfer } from "./transfer-draft.ts";

interface TransfersProps {
  tools: ApiTools;
  change: (next: ApiTools) => void;
  readOnly: boolean;
}

export function Transfers({ tools, change, readOnly }: TransfersProps): React.ReactNode {
  const words = useWords();
  const transfers = transfersOf(tools);
  const entries = transfers.map(({ tool, draft }) => {
    const name = draft.to.trim() === "" ? tool.name : draft.to;
    return {
      name,
      remove: words.say("agents.function_remove", { name }),
      gone: () => change(withoutFunction(tools, tool)),
      fields: [
        {
          label: words.say("agents.transfer_to"),
          note: words.say("agents.transfer_to_note"),
          most: 200,
          value: draft.to,
          problem: draft.to.trim() === "" ? words.say("agents.transfer_to_missing") : undefined,
          set: (to: string) => change(withTransfer(tools, tool, { ...draft, to })),
        },
        {
          label: words.say("agents.transfer_when"),
          most: 4_000,
          rows: 2,
          value: draft.when,
          set: (when: string) => change(withTransfer(tools, tool, { ...draft, when })),
        },
        {
          label: words.say("agents.transfer_said"),
          most: 4_000,
          value: draft.said,
          set: (said: string) => change(withTransfer(tools, tool, { ...draft, said })),
        },
      ],
    };
  });
  return (
    <EntryList
      title={words.say("agents.transfers")}
      note={words.say("agents.transfers_note")}
      add={{
        label: words.say("agents.transfer_add"),
        act: () => change(withNewTransfer(tools)),
        isFull: transfers.length >= MOST_TRANSFERS,
      }}
      entries={entries}
      readOnly={readOnly}
    />
  );
}
