import { importContacts } from "@ongea/contract";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ImportForm } from "../../ui/import-form.tsx";
import { useWords } from "../../words/index.ts";
import { CONTACTS } from "./keys.ts";

interface ImportDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ImportDialog({ open, onOpenChange }: ImportDialogProps): React.ReactNode {
  const words = useWords();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.say("contacts.import_title")}
      description={words.say("contacts.import_about")}
    >
      <ContactsForm close={() => onOpenChange(false)} />
    </Dialog>
  );
}

function ContactsForm({ close }: { close: () => void }): React.ReactNode {
  const words = useWords();
  const { answer, ...read } = useAct({
    act: async (chosen: File) => server.call(importContacts, { file: new Uint8Array(await chosen.arrayBuffer()) }),
    changes: [CONTACTS],
  });
  const count = answer?.refused_count ?? 0;
  const labels = {
    file: words.say("contacts.file"),
    import: words.say("contacts.import"),
    importing: words.say("contacts.importing"),
    close: words.say("contacts.close"),
  };
  const imported = answer && {
    sentence: words.say("contacts.imported", { added: answer.added, changed: answer.changed }),
    leftOut: count > 0 ? words.say("contacts.left_out", { count }) : undefined,
    refused: answer.refused.map(({ line, problem }) => ({
      line,
      sentence: words.say("contacts.left_out_line", { line, problem: words.say(`contacts.problem_${problem}`) }),
    })),
  };
  return <ImportForm words={labels} read={read} imported={imported} close={close} />;
}
