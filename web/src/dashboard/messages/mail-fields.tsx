/** What an e-mail address needs besides: the servers by which its mail leaves and comes in. */
import { MAIL_SECURITY, type MailSettings } from "@ongea/contract";
import { SelectField, TextField } from "../../ui/field.tsx";
import { useWords } from "../../words/index.ts";

type Server = MailSettings["smtp"];

export const NO_MAIL: MailSettings = {
  name: "",
  smtp: { host: "", port: 587, security: "starttls", user: "", password: "" },
  imap: { host: "", port: 993, security: "tls", user: "", password: "", folder: "INBOX" },
};

export function MailFields({ mail, change }: { mail: MailSettings; change: (mail: MailSettings) => void }): React.ReactNode {
  const words = useWords();
  const { name, smtp, imap } = mail;
  return (
    <>
      <TextField
        label={words.say("messages.mail_display")}
        maxLength={100}
        value={name}
        onChange={({ target }) => change({ ...mail, name: target.value })}
      />
      <fieldset className="entry grid gap-3">
        <legend className="pb-2">{words.say("messages.mail_smtp")}</legend>
        <ServerFields server={smtp} change={(server) => change({ ...mail, smtp: server })} />
      </fieldset>
      <fieldset className="entry grid gap-3">
        <legend className="pb-2">{words.say("messages.mail_imap")}</legend>
        <ServerFields server={imap} change={(server) => change({ ...mail, imap: { ...imap, ...server } })} />
        <TextField
          label={words.say("messages.mail_folder")}
          required
          maxLength={200}
          value={imap.folder}
          onChange={({ target }) => change({ ...mail, imap: { ...imap, folder: target.value } })}
        />
      </fieldset>
    </>
  );
}

function ServerFields({ server, change }: { server: Server; change: (server: Server) => void }): React.ReactNode {
  const words = useWords();
  return (
    <>
      <TextField
        label={words.say("messages.mail_host")}
        dir="ltr"
        required
        maxLength={253}
        spellCheck={false}
        autoCapitalize="off"
        value={server.host}
        onChange={({ target }) => change({ ...server, host: target.value })}
      />
      <TextField
        label={words.say("messages.mail_port")}
        type="number"
        required
        min={1}
        max={65_535}
        value={server.port}
        onChange={({ target }) => change({ ...server, port: target.valueAsNumber || 0 })}
      />
      <SelectField
        label={words.say("messages.mail_security")}
        value={server.security}
        onChange={({ target }) =>
          change({ ...server, security: MAIL_SECURITY.find((one) => one === target.value) ?? server.security })
        }
      >
        {MAIL_SECURITY.map((one) => (
          <option key={one} value={one}>
            {one === "none" ? words.say("messages.mail_unencrypted") : one.toUpperCase()}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.say("messages.mail_user")}
        dir="ltr"
        required
        maxLength={320}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        value={server.user}
        onChange={({ target }) => change({ ...server, user: target.value })}
      />
      <TextField
        label={words.say("messages.mail_password")}
        type="password"
        dir="ltr"
        required
        maxLength={1_000}
        autoComplete="new-password"
        value={server.password}
        onChange={({ target }) => change({ ...server, password: target.value })}
      />
    </>
  );
}
