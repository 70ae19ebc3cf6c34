import { changeNotificationSettings, readNotificationSettings, type MailKind, type NotificationSettings } from "@ongea/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { WideTable } from "../../ui/wide-table.tsx";
import { useWords, type Words } from "../../words/index.ts";
import { Section } from "./section.tsx";

const KEY = ["notification-settings"];

/** Of what one is told by e-mail, in this workspace. */
export function NotificationsPage(): React.ReactNode {
  const words = useWords();
  const settings = useQuery({ queryKey: KEY, queryFn: () => server.call(readNotificationSettings) });
  return (
    <Section title={words.say("settings.notifications")} note={words.say("settings.notifications_note")}>
      <Loaded query={settings} rows={5}>
        {(data) => <Choice settings={data} />}
      </Loaded>
    </Section>
  );
}

function Choice({ settings }: { settings: NotificationSettings }): React.ReactNode {
  const words = useWords();
  const queries = useQueryClient();
  const [kinds, setKinds] = useState<readonly MailKind[]>(settings.kinds);
  const [hour, setHour] = useState(settings.digest_hour);
  const [zone, setZone] = useState(settings.digest_hour === null ? ownZone() : settings.time_zone);
  const save = useAct({
    act: () => server.call(changeNotificationSettings, { body: { kinds: [...kinds], digest_hour: hour, time_zone: zone } }),
    done: (saved) => {
      queries.setQueryData(KEY, saved);
      toast(words.say("settings.saved"));
    },
  });
  const toggle = (kind: MailKind, isOn: boolean): void =>
    setKinds((before) => (isOn ? [...before, kind] : before.filter((one) => one !== kind)));
  return (
    <form
      className="grid gap-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.do();
      }}
    >
      <Obstacle settings={settings} />
      <WideTable label={words.say("settings.notifications_event")}>
        <table>
          <thead>
            <tr>
              <th>{words.say("settings.notifications_event")}</th>
              <th>{words.say("settings.notifications_bell")}</th>
              <th>{words.say("settings.notifications_mail")}</th>
            </tr>
          </thead>
          <tbody>
            {settings.offered.map((kind) => (
              <tr key={kind}>
                <td>{words.say(`events.${kind}`)}</td>
                <td className="text-ink-2">{words.say("settings.notifications_always")}</td>
                <td>
                  <input
                    type="checkbox"
                    aria-label={words.say("settings.notifications_by_mail", { event: words.say(`events.${kind}`) })}
                    checked={kinds.includes(kind)}
                    onChange={({ target }) => toggle(kind, target.checked)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
      <p className="hint">{words.say("settings.notifications_rules")}</p>
      <div className="section-head">
        <h2>{words.say("settings.digest_title")}</h2>
      </div>
      <p className="text-ink-2">{words.say("settings.digest_note")}</p>
      <div className="form">
        <SelectField
          label={words.say("settings.digest_hour")}
          value={hour ?? ""}
          onChange={({ target }) => setHour(target.value === "" ? null : Number(target.value))}
        >
          <option value="">{words.say("settings.digest_off")}</option>
          {HOURS.map((one) => (
            <option key={one} value={one}>
              {clockOf(one, words)}
            </option>
          ))}
        </SelectField>
        <SelectField label={words.say("settings.digest_zone")} value={zone} onChange={({ target }) => setZone(target.value)}>
          {zonesWith(zone).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
        <ProblemLine>{save.problem}</ProblemLine>
        <div>
          <Button type="submit" rank="first" busy={save.busy && words.say("shell.saving")}>
            {words.say("settings.save")}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** Why nothing is sent, whatever is chosen. */
function Obstacle({ settings: { sends_mail: sendsMail, proven, email } }: { settings: NotificationSettings }): React.ReactNode {
  const words = useWords();
  if (!sendsMail) return <p className="status bad whitespace-normal">{words.say("settings.notifications_no_mail")}</p>;
  if (!proven)
    return (
      <p>
        <span className="status bad whitespace-normal">{words.say("settings.notifications_unproven", { email })}</span>{" "}
        <Link className="link" to={paths.resetPassword}>
          {words.say("settings.notifications_confirm")}
        </Link>
      </p>
    );
  return <p className="status good whitespace-normal">{words.say("settings.notifications_to", { email })}</p>;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

function clockOf(hour: number, { language }: Words): string {
  const format = new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit", timeZone: "UTC" });
  return format.format(new Date(Date.UTC(2026, 0, 1, hour)));
}

function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function zonesWith(zone: string): string[] {
  return [...new Set([zone, ...Intl.supportedValuesOf("timeZone")])].toSorted();
}
