import { addContactNote, type Answer, deleteContactNote, mayActAs, type readContact } from "@ongea/contract";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { Notes } from "../../ui/notes.tsx";
import { contactKey } from "./keys.ts";

const LONGEST = 5_000;

export function ContactNotes({ contact: { id, notes } }: { contact: Answer<typeof readContact> }): React.ReactNode {
  const mayWrite = mayActAs(useMe().workspace.role, "agent_manager");
  return (
    <Notes
      notes={notes}
      mayWrite={mayWrite}
      longest={LONGEST}
      changes={[contactKey(id)]}
      add={(text) => server.call(addContactNote, { params: { contact_id: id }, body: { text } })}
      remove={(note) => server.call(deleteContactNote, { params: { contact_id: id, note_id: note } })}
      mayRemove={() => mayWrite}
    />
  );
}
