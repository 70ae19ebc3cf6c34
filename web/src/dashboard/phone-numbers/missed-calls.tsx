/** How a number answers missed calls: by its agent at once, by a call back, or by a message. */
import { mayActAs, type PhoneNumber } from "@ongea/contract";
import { useState } from "react";
import { useMe } from "../../shell/me.tsx";
import { useWords } from "../../words/index.ts";
import { partLater } from "../../ui/part-later.tsx";

const Sheet = partLater(async () => (await import("./missed-calls-dialog.tsx")).MissedCallsDialog);

export function MissedCalls({ one }: { one: PhoneNumber }): React.ReactNode {
  const words = useWords();
  const maySet = mayActAs(useMe().workspace.role, "admin");
  const [isOpen, setOpen] = useState(false);
  const now = words.say(`numbers.missed_${one.missed_call?.answer ?? "off"}`);
  const label = `${words.say("numbers.missed")}: ${now}`;
  if (!maySet) return <small className="hint">{label}</small>;
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        {label}
        <span className="visually-hidden"> {one.phone_number}</span>
      </button>
      {isOpen && <Sheet one={one} close={() => setOpen(false)} />}
    </>
  );
}
