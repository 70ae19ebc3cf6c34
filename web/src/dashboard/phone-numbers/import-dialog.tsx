/** 'Import number': one that the workspace's account at a telephone company has already. */
import { chosenOf } from "../../ui/chosen.ts";
import { importPhoneNumber, listImportableNumbers, type Answer, type Carrier } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { carrierName } from "./carriers.ts";
import { NUMBERS } from "./keys.ts";

interface ImportProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  carriers: readonly Carrier[];
}

export function ImportDialog({ open, onOpenChange, carriers }: ImportProps): React.ReactNode {
  const words = useWords();
  const [chosen, setChosen] = useState<Carrier>();
  const carrier = carriers.find((one) => one === chosen) ?? carriers[0];
  if (carrier === undefined) return null;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.say("numbers.import")}
      description={words.say("numbers.import_note", { carrier: carrierName(words, carrier) })}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-4">
        {carriers.length > 1 && (
          <SelectField
            label={words.say("numbers.carrier")}
            value={carrier}
            onChange={({ target }) => setChosen(chosenOf(carriers, target.value))}
          >
            {carriers.map((one) => (
              <option key={one} value={one}>
                {carrierName(words, one)}
              </option>
            ))}
          </SelectField>
        )}
        <Owned key={carrier} carrier={carrier} close={() => onOpenChange(false)} />
      </div>
    </Dialog>
  );
}

function Owned({ carrier, close }: { carrier: Carrier; close: () => void }): React.ReactNode {
  const owned = useQuery({
    queryKey: [...NUMBERS, "importable", carrier],
    queryFn: () => server.call(listImportableNumbers, { query: { provider: carrier } }),
    gcTime: 0,
    staleTime: Infinity,
  });
  return <Loaded query={owned}>{(free) => <Form free={free} carrier={carrier} close={close} />}</Loaded>;
}

interface FormProps {
  free: Answer<typeof listImportableNumbers>;
  carrier: Carrier;
  close: () => void;
}

function Form({ free, carrier, close }: FormProps): React.ReactNode {
  const words = useWords();
  const [chosen, setChosen] = useState(free[0]?.phone_number);
  const take = useAct({
    act: (phone_number: string) => server.call(importPhoneNumber, { body: { provider: carrier, phone_number } }),
    changes: [NUMBERS],
    done: ({ phone_number: number }) => {
      close();
      toast(words.say("numbers.imported"), number);
    },
  });
  if (chosen === undefined) return <p role="status">{words.say("numbers.import_none")}</p>;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        take.do(chosen);
      }}
    >
      <SelectField label={words.say("numbers.number")} value={chosen} onChange={({ target }) => setChosen(target.value)}>
        {free.map(({ phone_number: one }) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </SelectField>
      <ProblemLine>{take.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button rank="first" type="submit" busy={take.busy && words.say("numbers.importing")}>
          {words.say("numbers.import")}
        </Button>
        <Button onClick={close} disabled={take.busy}>
          {words.say("shell.cancel")}
        </Button>
      </div>
    </form>
  );
}
