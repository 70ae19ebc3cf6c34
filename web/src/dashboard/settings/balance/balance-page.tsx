import { CreditKind, exportCredits, listCredits, readCreditTotals, type CreditEntry, type CreditTotals } from "@ongea/contract";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { server } from "../../../server.ts";
import { isDay, startOf } from "../../../ui/days.ts";
import { Empty } from "../../../ui/empty.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Figure } from "../../../ui/figure.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Older } from "../../../ui/older.tsx";
import { WideTable } from "../../../ui/wide-table.tsx";
import { useWords } from "../../../words/index.ts";
import { Section } from "../section.tsx";

const PAGE = 50;
const SUMS = ["before", "added", "spent", "after"] as const;

/** The ledger of the workspace: what is shown stands in the address. Amounts stay in the currency in which they are kept. */
export function BalancePage(): React.ReactNode {
  const words = useWords();
  const [search] = useSearchParams();
  const { kind, period } = askedIn(search);
  const query = { ...period, ...(kind && { kind }) };
  const totals = useQuery({
    queryKey: ["credits", "totals", period],
    queryFn: () => server.call(readCreditTotals, { query: period }),
    placeholderData: keepPreviousData,
  });
  const entries = useInfiniteQuery({
    queryKey: ["credits", "entries", query],
    queryFn: ({ pageParam: cursor }) =>
      server.call(listCredits, { query: { limit: PAGE, ...query, ...(cursor ? { cursor } : {}) } }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const file = new URLSearchParams(query).toString();
  return (
    <Section
      title={words.say("settings.balance_title")}
      note={words.say("settings.balance_note")}
      beside={
        <a className="button" href={file === "" ? exportCredits.path : `${exportCredits.path}?${file}`} download>
          <Icon name="download" />
          {words.say("settings.balance_export")}
        </a>
      }
    >
      <Sums totals={totals.data} />
      <Filters totals={totals.data} />
      <div aria-busy={entries.isPlaceholderData}>
        <Older query={entries}>
          {(rows) => (rows.length === 0 ? <Empty title={words.say("settings.balance_none")} /> : <Entries rows={rows} />)}
        </Older>
      </div>
    </Section>
  );
}

function Sums({ totals }: { totals: CreditTotals | undefined }): React.ReactNode {
  const words = useWords();
  return (
    <dl className="figures">
      {SUMS.map((one) => (
        <Figure key={one} name={words.say(`settings.balance_${one}`)}>
          {totals && <bdi>{words.money(totals[`${one}_minor`], totals.currency)}</bdi>}
        </Figure>
      ))}
    </dl>
  );
}

function Filters({ totals }: { totals: CreditTotals | undefined }): React.ReactNode {
  const words = useWords();
  const [search, setSearch] = useSearchParams();
  const { kind, from, to } = askedIn(search);
  const set = (name: "from" | "kind" | "to", value: string): void =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const count = totals?.kinds.reduce((sum, { entries }) => sum + entries, 0) ?? 0;
  const shown = CreditKind.options.filter((one) => one === kind || totals?.kinds.some((other) => other.kind === one));
  const sumOf = (one: CreditKind): string => {
    const sum = totals?.kinds.find((other) => other.kind === one);
    return totals && sum ? ` (${words.number(sum.entries)}): ${words.money(sum.amount_minor, totals.currency)}` : "";
  };
  return (
    <div className="flex flex-wrap gap-3 py-3">
      <SelectField
        label={words.say("settings.balance_type")}
        value={kind ?? ""}
        onChange={({ target }) => set("kind", target.value)}
      >
        <option value="">{words.say("settings.balance_all", { count: words.number(count) })}</option>
        {shown.map((one) => (
          <option key={one} value={one}>
            {words.say(`settings.balance_kind_${one}`) + sumOf(one)}
          </option>
        ))}
      </SelectField>
      <Day name="from" day={from} set={set} />
      <Day name="to" day={to} set={set} />
    </div>
  );
}

interface DayProps {
  name: "from" | "to";
  day: string;
  set: (name: "from" | "to", day: string) => void;
}

/** A date that is half typed is none yet. */
function Day({ name, day, set }: DayProps): React.ReactNode {
  const words = useWords();
  return (
    <TextField
      label={words.say(`settings.balance_${name}`)}
      type="date"
      defaultValue={day}
      onChange={({ target: { value } }) => {
        if (value === "" || isDay(value)) set(name, value);
      }}
    />
  );
}

function Entries({ rows }: { rows: readonly CreditEntry[] }): React.ReactNode {
  const words = useWords();
  return (
    <WideTable label={words.say("settings.balance_title")}>
      <table>
        <thead>
          <tr>
            <th>{words.say("settings.balance_when")}</th>
            <th>{words.say("settings.balance_type")}</th>
            <th>{words.say("settings.balance_about")}</th>
            <th className="number">{words.say("settings.balance_amount")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, at, kind, note, amount_minor: amount, currency }) => (
            <tr key={id}>
              <td>{words.moment(at)}</td>
              <td>{words.say(`settings.balance_kind_${kind}`)}</td>
              <td className="whitespace-normal [overflow-wrap:anywhere]">
                <bdi>{note}</bdi>
              </td>
              <td className="number">
                <bdi>{words.money(amount, currency)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

/** As the address says it; the last day counts whole. */
function askedIn(search: URLSearchParams) {
  const dayOf = (name: string): string => {
    const day = search.get(name) ?? "";
    return isDay(day) ? day : "";
  };
  const [from, to] = [dayOf("from"), dayOf("to")];
  const period: { from?: string; to?: string } = {
    ...(from !== "" && { from: startOf(from, 0) }),
    ...(to !== "" && { to: startOf(to, 1) }),
  };
  return { kind: CreditKind.options.find((one) => one === search.get("kind")), from, to, period };
}
