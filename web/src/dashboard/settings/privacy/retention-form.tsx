import { changeRetention, readRetention, RETAINED, type Retained, type Retention } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../../../server.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { toast } from "../../../ui/toast.ts";
import { useWords } from "../../../words/index.ts";

const KEY = ["retention"];

export function RetentionForm(): React.ReactNode {
  const days = useQuery({ queryKey: KEY, queryFn: () => server.call(readRetention) });
  return (
    <Loaded query={days} rows={RETAINED.length}>
      {(read) => <Fields key={JSON.stringify(read)} read={read} />}
    </Loaded>
  );
}

function Fields({ read }: { read: Retention }): React.ReactNode {
  const words = useWords();
  const [days, setDays] = useState<Record<Retained, string>>({
    audio: textOf(read.audio),
    transcripts: textOf(read.transcripts),
    calls: textOf(read.calls),
    messages: textOf(read.messages),
    deliveries: textOf(read.deliveries),
  });
  const save = useAct({
    act: (body: Retention) => server.call(changeRetention, { body }),
    changes: [KEY],
    done: () => toast(words.say("settings.saved")),
  });
  const send = (event: React.FormEvent): void => {
    event.preventDefault();
    const { audio, transcripts, calls, messages, deliveries } = days;
    save.do({
      audio: numberIn(audio),
      transcripts: numberIn(transcripts),
      calls: numberIn(calls),
      messages: numberIn(messages),
      deliveries: numberIn(deliveries),
    });
  };
  return (
    <form className="form py-4" onSubmit={send}>
      {RETAINED.map((kind) => (
        <TextField
          key={kind}
          label={words.say(`privacy.${kind}`)}
          hint={kind === "transcripts" || kind === "calls" ? words.say(`privacy.${kind}_hint`) : undefined}
          value={days[kind]}
          onChange={({ target }) => setDays({ ...days, [kind]: target.value })}
          inputMode="numeric"
          dir="ltr"
          maxLength={4}
          autoComplete="off"
        />
      ))}
      <ProblemLine>{save.problem}</ProblemLine>
      <Button type="submit" busy={save.busy && words.say("shell.saving")}>
        {words.say("settings.save")}
      </Button>
    </form>
  );
}

const textOf = (days: number | null): string => (days === null ? "" : String(days));

/** Nothing for an empty field; what is no number is for the server to refuse. */
const numberIn = (text: string): number | null => (text.trim() === "" ? null : Number(text));
