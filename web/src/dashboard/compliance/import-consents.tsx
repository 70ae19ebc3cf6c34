import { importConsents } from "@ongea/contract";
import { useState } from "react";
import { CONSENTS } from "../../call/consents.tsx";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ImportForm } from "../../ui/import-form.tsx";
import { useWords } from "../../words/index.ts";

export function ImportConsents(): React.ReactNode {
  const words = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.say("consents.import")}</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={words.say("consents.import_title")}
        description={words.say("consents.import_about")}
      >
        <ConsentsForm close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ConsentsForm({ close }: { close: () => void }): React.ReactNode {
  const words = useWords();
  const { answer, ...read } = useAct({
    act: async (chosen: File) => server.call(importConsents, { file: new Uint8Array(await chosen.arrayBuffer()) }),
    changes: [CONSENTS],
  });
  const count = answer?.refused_count ?? 0;
  const labels = {
    file: words.say("consents.file"),
    import: words.say("consents.import"),
    importing: words.say("consents.importing"),
    close: words.say("consents.close"),
  };
  const imported = answer && {
    sentence: words.say("consents.imported", { added: answer.added, known: answer.known }),
    leftOut: count > 0 ? words.say("consents.left_out", { count }) : undefined,
    refused: answer.refused.map(({ line, problem }) => ({
      line,
      sentence: words.say("consents.left_out_line", { line, problem: words.say(`consents.problem_${problem}`) }),
    })),
  };
  return <ImportForm words={labels} read={read} imported={imported} close={close} />;
}
