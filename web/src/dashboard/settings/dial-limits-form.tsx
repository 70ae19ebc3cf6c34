/** How many calls a workspace may place, one by one: each limit beside what is used of it now. */
import { changeDialLimits, readDialLimits, type Answer, type DialLimits } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useMoney } from "../../shell/money.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";

type Read = Answer<typeof readDialLimits>;

export function DialLimitsForm({ mayChange }: { mayChange: boolean }): React.ReactNode {
  const limits = useQuery({ queryKey: ["dial-limits"], queryFn: () => server.call(readDialLimits) });
  return (
    <Loaded query={limits} rows={3}>
      {(read) => <Fields key={JSON.stringify({ ...read, used: 0 })} read={read} mayChange={mayChange} />}
    </Loaded>
  );
}

function Fields({ read, mayChange }: { read: Read; mayChange: boolean }): React.ReactNode {
  const words = useWords();
  const money = useMoney();
  const { currency } = useMe().workspace;
  const [minute, setMinute] = useState(textOf(read.calls_per_minute));
  const [atOnce, setAtOnce] = useState(textOf(read.calls_at_once));
  const [day, setDay] = useState(read.spend_per_day === null ? "" : String(read.spend_per_day / 100));
  const [needsBalance, setNeedsBalance] = useState(read.needs_balance);
  const save = useAct({
    act: (body: DialLimits) => server.call(changeDialLimits, { body }),
    changes: [["dial-limits"]],
    done: () => toast(words.say("settings.saved")),
  });
  const send = (event: React.FormEvent): void => {
    event.preventDefault();
    const spend = numberIn(day);
    save.do({
      calls_per_minute: numberIn(minute),
      calls_at_once: numberIn(atOnce),
      spend_per_day: spend === null ? null : Math.round(spend * 100),
      needs_balance: needsBalance,
    });
  };
  const used = (count: number): string | undefined =>
    count === 0 ? undefined : words.say("settings.limits_used", { used: count });
  const { calls_last_minute, calls_now, spent_today } = read.used;
  const placeholder = words.say("settings.limits_none");
  const shared = {
    inputMode: "decimal",
    disabled: !mayChange,
    dir: "ltr",
    maxLength: 12,
    autoComplete: "off",
    placeholder,
  } as const;
  return (
    <form className="form py-4" onSubmit={send}>
      <TextField
        {...shared}
        label={words.say("settings.limits_minute")}
        hint={used(calls_last_minute)}
        value={minute}
        onChange={({ target }) => setMinute(target.value)}
      />
      <TextField
        {...shared}
        label={words.say("settings.limits_at_once")}
        hint={used(calls_now)}
        value={atOnce}
        onChange={({ target }) => setAtOnce(target.value)}
      />
      <TextField
        {...shared}
        label={words.say("settings.limits_day", { currency })}
        hint={words.say("settings.limits_spent", { used: money(spent_today, currency) })}
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          disabled={!mayChange}
          checked={needsBalance}
          onChange={({ target }) => setNeedsBalance(target.checked)}
        />
        {words.say("settings.limits_balance")}
      </label>
      <ProblemLine>{save.problem}</ProblemLine>
      {mayChange && (
        <Button type="submit" busy={save.busy && words.say("shell.saving")}>
          {words.say("settings.save")}
        </Button>
      )}
    </form>
  );
}

const textOf = (limit: number | null): string => (limit === null ? "" : String(limit));

/** Nothing for an empty field; what is no number is for the server to refuse. */
function numberIn(text: string): number | null {
  const plain = text.trim().replace(",", ".");
  return plain === "" ? null : Number(plain);
}
