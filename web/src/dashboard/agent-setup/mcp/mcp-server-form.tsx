/** Where an MCP server is, and the secret that it wants. It is connected as soon as it is saved. */
import { changeMcpServer, checkMcpServer, createMcpServer, type McpServer, McpServerName } from "@ongea/contract";
import { useState } from "react";
import { server as api } from "../../../server.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { useWords } from "../../../words/index.ts";
import { SERVERS } from "./keys.ts";

interface ServerFormProps {
  /** Absent: a new one. */
  server?: McpServer;
  done: () => void;
  /** Absent: there is nothing to go back to. */
  cancel?: (() => void) | undefined;
}

const HEADER = "Authorization";
const ADDRESS = /^https?:\/\/[^/?#\s]+/i;

export function McpServerForm({ server, done, cancel }: ServerFormProps): React.ReactNode {
  const words = useWords();
  const [name, setName] = useState("");
  const [url, setUrl] = useState(server?.url ?? "");
  const [header, setHeader] = useState(server?.header ?? HEADER);
  const [secret, setSecret] = useState("");
  const [isSent, setSent] = useState(false);
  const isNameBad = !server && !McpServerName.safeParse(name.trim()).success;
  const isUrlBad = !ADDRESS.test(url.trim());
  const save = useAct({
    act: async () => {
      const fields = { url: url.trim(), header: header.trim() || HEADER, ...(secret === "" ? {} : { secret }) };
      const { id } = server
        ? await api.call(changeMcpServer, { params: { server_id: server.id }, body: fields })
        : await api.call(createMcpServer, { body: { ...fields, name: name.trim() } });
      // It is saved whatever becomes of this: the list says how it was found.
      await api.call(checkMcpServer, { params: { server_id: id } }).catch(() => undefined);
    },
    changes: [SERVERS],
    done,
  });
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setSent(true);
        if (!isNameBad && !isUrlBad) save.do();
      }}
    >
      {!server && (
        <TextField
          label={words.say("mcp.name")}
          hint={words.say("mcp.name_note")}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={name}
          problem={isSent && isNameBad ? words.say("mcp.name_bad") : undefined}
          onChange={({ target }) => setName(target.value)}
        />
      )}
      <TextField
        label={words.say("mcp.url")}
        hint={words.say("mcp.url_note")}
        dir="ltr"
        type="url"
        inputMode="url"
        maxLength={2_000}
        value={url}
        problem={isSent && isUrlBad ? words.say("agents.function_url_bad") : undefined}
        onChange={({ target }) => setUrl(target.value)}
      />
      <div className="grid items-start gap-3 sm:grid-cols-[160px_minmax(0,1fr)]">
        <TextField
          label={words.say("mcp.header")}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={header}
          onChange={({ target }) => setHeader(target.value)}
        />
        <TextField
          label={words.say("mcp.secret")}
          hint={words.say(server?.has_secret === true ? "mcp.secret_kept" : "mcp.secret_note")}
          dir="ltr"
          type="password"
          autoComplete="off"
          maxLength={8_000}
          value={secret}
          onChange={({ target }) => setSecret(target.value)}
        />
      </div>
      <ProblemLine>{save.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button rank="first" type="submit" busy={save.busy && words.say("mcp.connecting")}>
          {words.say("mcp.connect")}
        </Button>
        {cancel && <Button onClick={cancel}>{words.say("shell.cancel")}</Button>}
      </div>
    </form>
  );
}
