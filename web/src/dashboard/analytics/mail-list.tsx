/** Boards that go out by e-mail: which, when, to whom, and whether the last one arrived. */
import {
  type BoardMail,
  type BoardMailDraft,
  listBoardMails,
  listMembers,
  MAIL_RHYTHMS,
  scheduleBoardMail,
  stopBoardMail,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { type SentenceId, useWords, type Words } from "../../words/index.ts";
import { type BoardFilter } from "./filter.ts";
import { useIsChanged, useOpenBoard } from "./saved-boards.tsx";

const KEY = ["board-mails"];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const MONTH_DAYS = Array.from({ length: 31 }, (_, at) => at + 1);
/** The 1st of June 2026 was a Monday. */
const A_MONDAY = Date.UTC(2026, 5, 1);
const DAY_MS = 86_400_000;

const WHY = {
  refused: "analytics.mail_refused",
  unreached: "analytics.mail_unreached",
  unknown: "analytics.mail_unclear",
  late: "analytics.mail_late",
  board: "analytics.mail_board",
} as const satisfies Record<NonNullable<BoardMail["last_failure"]>, SentenceId>;

/** Those that there are, and a new one. */
export function MailList({ wanted }: { wanted: BoardFilter }): React.ReactNode {
  return (
    <>
      <List />
      <Schedule wanted={wanted} />
    </>
  );
}

function List(): React.ReactNode {
  const words = useWords();
  const mails = useQuery({ queryKey: KEY, queryFn: () => server.call(listBoardMails) });
  return (
    <Loaded query={mails} rows={2}>
      {({ data, sends_mail: sendsMail }) => (
        <>
          {!sendsMail && <p className="status bad whitespace-normal">{words.say("analytics.mail_off")}</p>}
          {data.length === 0 ? (
            <p>{words.say("analytics.mails_none")}</p>
          ) : (
            <ul className="rows">
              {data.map((mail) => (
                <Row key={mail.id} mail={mail} />
              ))}
            </ul>
          )}
        </>
      )}
    </Loaded>
  );
}

function Row({ mail }: { mail: BoardMail }): React.ReactNode {
  const words = useWords();
  const name = mail.name ?? builtInName(mail.board, words);
  const stop = useAct({ act: () => server.call(stopBoardMail, { params: { mail_id: mail.id } }), changes: [KEY] });
  const hasFailed = mail.last_failed_at !== null && (mail.last_sent_at === null || mail.last_failed_at > mail.last_sent_at);
  return (
    <li>
      <div className="grid gap-1">
        <b dir="auto">{name}</b>
        <span>
          {words.say(`analytics.mail_${mail.every}`)} ·{" "}
          {words.say("analytics.mail_recipients", { count: mail.recipients.length })}
        </span>
        <span className="hint">{words.say("analytics.mail_next", { when: words.moment(mail.next_at) })}</span>
        {mail.last_sent_at !== null && (
          <span className="hint">{words.say("analytics.mail_last", { when: words.moment(mail.last_sent_at) })}</span>
        )}
        {hasFailed && mail.last_failed_at !== null && mail.last_failure !== null && (
          <span className="status bad whitespace-normal">
            {words.say("analytics.mail_failed", {
              when: words.moment(mail.last_failed_at),
              why: words.say(WHY[mail.last_failure]),
            })}
          </span>
        )}
        <ProblemLine>{stop.problem}</ProblemLine>
      </div>
      <span className="grow" />
      <Button
        rank="quiet"
        icon="trash"
        aria-label={words.say("analytics.mail_stop", { name })}
        disabled={stop.busy}
        onClick={() => stop.do()}
      />
    </li>
  );
}

function Schedule({ wanted }: { wanted: BoardFilter }): React.ReactNode {
  const words = useWords();
  const open = useOpenBoard(wanted);
  const isChanged = useIsChanged(wanted);
  const board = open?.id ?? (wanted.board === "calls" ? undefined : wanted.board);
  if (open && isChanged) return <p className="hint">{words.say("analytics.mail_save_first")}</p>;
  if (board === undefined) return <p className="hint">{words.say("analytics.mail_calls")}</p>;
  return (
    <>
      <h3 dir="auto">{open?.name ?? builtInName(board, words)}</h3>
      {!open && <p className="hint">{words.say("analytics.mail_built_in")}</p>}
      <Form key={board} board={board} />
    </>
  );
}

function Form({ board }: { board: string }): React.ReactNode {
  const words = useWords();
  const members = useQuery({ queryKey: ["members"], queryFn: () => server.call(listMembers) });
  const [draft, setDraft] = useState<Omit<BoardMailDraft, "board">>({
    every: "week",
    hour: 7,
    weekday: 1,
    month_day: 1,
    recipients: [],
    time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const set = (change: Partial<BoardMailDraft>): void => setDraft((before) => ({ ...before, ...change }));
  const save = useAct({
    act: () => server.call(scheduleBoardMail, { body: { ...draft, board } }),
    changes: [KEY],
    done: () => {
      toast(words.say("analytics.mail_saved"));
    },
  });
  const toggle = (id: string, isOn: boolean): void =>
    set({ recipients: isOn ? [...draft.recipients, id] : draft.recipients.filter((one) => one !== id) });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.do();
      }}
    >
      <SelectField
        label={words.say("analytics.mail_every")}
        value={draft.every}
        onChange={({ target }) => set({ every: MAIL_RHYTHMS.find((one) => one === target.value) ?? "week" })}
      >
        {MAIL_RHYTHMS.map((one) => (
          <option key={one} value={one}>
            {words.say(`analytics.mail_${one}`)}
          </option>
        ))}
      </SelectField>
      {draft.every === "week" && (
        <NumberChoice
          label={words.say("analytics.mail_weekday")}
          value={draft.weekday}
          set={(weekday) => set({ weekday })}
          options={WEEKDAYS}
          text={(day) => formatted(A_MONDAY + (day - 1) * DAY_MS, { weekday: "long" }, words)}
        />
      )}
      {draft.every === "month" && (
        <NumberChoice
          label={words.say("analytics.mail_month_day")}
          value={draft.month_day}
          set={(day) => set({ month_day: day })}
          options={MONTH_DAYS}
          text={(day) => words.number(day)}
        />
      )}
      <NumberChoice
        label={words.say("analytics.mail_hour")}
        value={draft.hour}
        set={(hour) => set({ hour })}
        options={HOURS}
        text={(hour) => formatted(A_MONDAY + hour * 3_600_000, { hour: "numeric", minute: "2-digit" }, words)}
      />
      <SelectField
        label={words.say("analytics.mail_zone")}
        value={draft.time_zone}
        onChange={({ target }) => set({ time_zone: target.value })}
      >
        {[...new Set([draft.time_zone, ...Intl.supportedValuesOf("timeZone")])].toSorted().map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </SelectField>
      <fieldset className="grid gap-2">
        <legend>{words.say("analytics.mail_to")}</legend>
        <p className="hint">{words.say("analytics.mail_to_note")}</p>
        {(members.data?.data ?? []).map(({ id, name, email }) => (
          <label key={id} className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={draft.recipients.includes(id)}
              onChange={({ target }) => toggle(id, target.checked)}
            />
            <span dir="auto">
              {name} <span className="hint">{email}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <ProblemLine>{save.problem}</ProblemLine>
      <Button type="submit" rank="first" busy={save.busy && words.say("shell.saving")} disabled={draft.recipients.length === 0}>
        {words.say("analytics.mail_send")}
      </Button>
    </form>
  );
}

interface NumberChoiceProps {
  label: string;
  value: number;
  set: (value: number) => void;
  options: readonly number[];
  text: (value: number) => string;
}

function NumberChoice({ label, value, set, options, text }: NumberChoiceProps): React.ReactNode {
  return (
    <SelectField label={label} value={value} onChange={({ target }) => set(Number(target.value))}>
      {options.map((one) => (
        <option key={one} value={one}>
          {text(one)}
        </option>
      ))}
    </SelectField>
  );
}

function builtInName(board: string, words: Words): string {
  return words.find(`analytics.board_${board}`) ?? board;
}

function formatted(moment: number, options: Intl.DateTimeFormatOptions, { language }: Words): string {
  return new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(moment);
}
