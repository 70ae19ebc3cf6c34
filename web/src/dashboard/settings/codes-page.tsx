import { type InvitationCode, issueCode, listCodes, revokeCode } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Copy } from "../../ui/copy.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { WideTable } from "../../ui/wide-table.tsx";
import { useWords } from "../../words/index.ts";
import { Section } from "./section.tsx";

const KEY = ["codes"];

/** The operator's: invitation codes for visitors. */
export function CodesPage(): React.ReactNode {
  const words = useWords();
  const list = useQuery({ queryKey: KEY, queryFn: () => server.call(listCodes) });
  const [code, setCode] = useState<string>();
  const issue = useAct({ act: () => server.call(issueCode), changes: [KEY], done: (issued) => setCode(issued.code) });
  return (
    <Section title={words.say("settings.codes_title")} note={words.say("settings.codes_note")}>
      <div className="grid justify-items-start gap-3 py-2">
        <Button rank="first" busy={issue.busy && words.say("settings.code_issuing")} onClick={() => issue.do()}>
          {words.say("settings.code_issue")}
        </Button>
        <ProblemLine>{issue.problem}</ProblemLine>
        <div role="status" className="w-full">
          {code !== undefined && (
            <div className="once">
              <b>{words.say("settings.code_issued")}</b>
              <p>{words.say("settings.code_issued_note")}</p>
              <Copy text={code} />
            </div>
          )}
        </div>
      </div>
      <Loaded query={list} rows={5}>
        {({ data }) => (data.length === 0 ? <Empty title={words.say("settings.codes_none")} /> : <Codes codes={data} />)}
      </Loaded>
    </Section>
  );
}

function Codes({ codes }: { codes: readonly InvitationCode[] }): React.ReactNode {
  const words = useWords();
  return (
    <WideTable label={words.say("settings.codes_title")}>
      <table>
        <thead>
          <tr>
            <th>{words.say("settings.code_prefix")}</th>
            <th>{words.say("settings.code_state")}</th>
            <th className="number">{words.say("settings.code_uses")}</th>
            <th className="max-[700px]:hidden">{words.say("settings.code_created")}</th>
            <th className="max-[700px]:hidden">{words.say("settings.code_last_used")}</th>
            <th>
              <span className="visually-hidden">{words.say("settings.code_revoke")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {codes.map((code) => (
            <Row key={code.prefix} code={code} />
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

function Row({ code }: { code: InvitationCode }): React.ReactNode {
  const words = useWords();
  const [asking, setAsking] = useState(false);
  const { prefix, uses, created_at: created, last_used_at: used, revoked_at: revoked } = code;
  const act = useAct({
    act: () => server.call(revokeCode, { params: { prefix } }),
    changes: [KEY],
    done: () => {
      setAsking(false);
      toast(words.say("settings.code_is_revoked"));
    },
  });
  const title = words.say("settings.code_revoke_title", { prefix });
  const lastUsed = used === null ? words.say("settings.code_never") : words.moment(used);
  return (
    <tr>
      <td className="max-[700px]:py-2 max-[700px]:whitespace-normal">
        <span className="code">{prefix}…</span>
        {/* Where there is no room for columns of their own. */}
        <small className="hint hidden max-[700px]:block">
          {words.say("settings.code_created")} {words.day(created)}
        </small>
        <small className="hint hidden max-[700px]:block">
          {words.say("settings.code_last_used")} {lastUsed}
        </small>
      </td>
      <td>
        <span className={revoked === null ? "status good" : "status still"}>
          {words.say(revoked === null ? "settings.code_valid" : "settings.code_revoked")}
        </span>
      </td>
      <td className="number">{words.number(uses)}</td>
      <td className="max-[700px]:hidden">{words.day(created)}</td>
      <td className="max-[700px]:hidden">{lastUsed}</td>
      <td className="number">
        {revoked === null && (
          <Button rank="bad" onClick={() => setAsking(true)} aria-label={title}>
            {words.say("settings.code_revoke")}
          </Button>
        )}
        <Confirm
          open={asking}
          onOpenChange={setAsking}
          title={title}
          description={words.say("settings.code_revoke_note")}
          act={words.say("settings.code_revoke")}
          busy={act.busy && words.say("settings.code_revoking")}
          problem={act.problem}
          onConfirm={() => act.do()}
        />
      </td>
    </tr>
  );
}
