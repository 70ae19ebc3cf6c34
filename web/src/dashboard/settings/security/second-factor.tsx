import { beginSecondFactor, confirmSecondFactor, endSecondFactor } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../../server.ts";
import { ME, useMe } from "../../../shell/me.tsx";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { Copy } from "../../../ui/copy.tsx";
import { TextField } from "../../../ui/field.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { toast } from "../../../ui/toast.ts";
import { useWords } from "../../../words/index.ts";
import { Section } from "../section.tsx";
import { QrCode } from "./qr-code.tsx";

interface Begun {
  otpauth: string;
  backup_codes: string[];
}

export function SecondFactor(): React.ReactNode {
  const words = useWords();
  const me = useMe();
  const [begun, setBegun] = useState<Begun>();
  const on = me.second_factor;
  return (
    <Section
      title={words.say("settings.second_factor")}
      note={words.say("settings.second_note")}
      beside={
        <span className={on ? "status good" : "status still"}>
          {words.say(on ? "settings.second_on" : "settings.second_off")}
        </span>
      }
    >
      {begun && !on ? (
        <Confirming begun={begun} />
      ) : on ? (
        <WithPassword
          key="end"
          act={words.say("settings.second_end")}
          busyWord={words.say("settings.second_ending")}
          send={async (password) => void (await server.call(endSecondFactor, { body: { password } }))}
          done={() => {
            setBegun(undefined);
            toast(words.say("settings.second_is_off"));
          }}
        />
      ) : (
        <WithPassword
          key="begin"
          act={words.say("settings.second_begin")}
          busyWord={words.say("settings.second_beginning")}
          send={async (password) => setBegun(await server.call(beginSecondFactor, { body: { password } }))}
        />
      )}
    </Section>
  );
}

interface WithPasswordProps {
  act: string;
  busyWord: string;
  send: (password: string) => Promise<void>;
  done?: () => void;
}

/** Whoever sits at an open session may not change how it is guarded: the password is asked again. */
function WithPassword({ act, busyWord, send, done }: WithPasswordProps): React.ReactNode {
  const words = useWords();
  const [password, setPassword] = useState("");
  const doing = useAct({ act: () => send(password), changes: [ME], ...(done ? { done } : {}) });
  const submit = (event: React.FormEvent): void => {
    event.preventDefault();
    doing.do();
  };
  return (
    <form className="form py-4" onSubmit={submit}>
      <PasswordField
        label={words.say("settings.current_password")}
        autoComplete="current-password"
        maxLength={128}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <ProblemLine>{doing.problem}</ProblemLine>
      <Button type="submit" busy={doing.busy && busyWord} disabled={password === ""}>
        {act}
      </Button>
    </form>
  );
}

function Confirming({ begun }: { begun: Begun }): React.ReactNode {
  const words = useWords();
  const [code, setCode] = useState("");
  const act = useAct({
    act: () => server.call(confirmSecondFactor, { body: { code: code.trim() } }),
    changes: [ME],
    done: () => toast(words.say("settings.second_is_on")),
  });
  const submit = (event: React.FormEvent): void => {
    event.preventDefault();
    act.do();
  };
  const secret = new URL(begun.otpauth).searchParams.get("secret") ?? "";
  return (
    <div className="second-factor">
      <div className="grid content-start gap-2">
        <b>{words.say("settings.second_scan")}</b>
        <QrCode text={begun.otpauth} label={words.say("settings.second_picture")} />
        <p className="hint">{words.say("settings.second_secret")}</p>
        <Copy text={secret} />
      </div>
      <div className="grid content-start gap-2">
        <b>{words.say("settings.second_backup")}</b>
        <p className="hint">{words.say("settings.second_backup_note")}</p>
        <ul className="code columns-2">
          {begun.backup_codes.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
        <Copy text={begun.backup_codes.join("\n")} hidden />
        <form className="form pt-4" onSubmit={submit}>
          <TextField
            label={words.say("settings.second_confirm")}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={20}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
          <ProblemLine>{act.problem}</ProblemLine>
          <Button
            type="submit"
            rank="first"
            busy={act.busy && words.say("settings.second_confirming")}
            disabled={code.trim() === ""}
          >
            {words.say("settings.second_confirm_act")}
          </Button>
        </form>
      </div>
    </div>
  );
}
