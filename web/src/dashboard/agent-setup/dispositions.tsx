/** Questions that are asked about this agent's finished calls. They are the server's own rows, not part of the draft: saved at once. */
import { type Agent, deleteDisposition, type Disposition, listDispositions } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { useWords } from "../../words/index.ts";
import { valuesOf } from "./disposition-draft.ts";
import { DispositionForm } from "./disposition-form.tsx";

const DISPOSITIONS = ["dispositions"] as const;

export function Dispositions({ agent, readOnly }: { agent: Agent; readOnly: boolean }): React.ReactNode {
  const words = useWords();
  const [edited, setEdited] = useState<Disposition | "new">();
  const query = useQuery({
    queryKey: [...DISPOSITIONS, agent.id],
    queryFn: () => server.call(listDispositions, { query: { agent_id: agent.id } }),
  });
  const close = (): void => setEdited(undefined);
  return (
    <section className="controls" aria-label={words.say("agents.dispositions")}>
      <h2>{words.say("agents.dispositions")}</h2>
      <p className="hint">{words.say("agents.dispositions_note")}</p>
      <Loaded query={query} rows={2}>
        {(all) =>
          all.length === 0 ? (
            <p>{words.say("agents.dispositions_none")}</p>
          ) : (
            all.map((one) => <Row key={one.id} one={one} readOnly={readOnly} edit={() => setEdited(one)} />)
          )
        }
      </Loaded>
      {!readOnly && (
        <div>
          <Button onClick={() => setEdited("new")}>
            <Icon name="plus" />
            {words.say("agents.disposition_add")}
          </Button>
        </div>
      )}
      <Dialog
        open={edited !== undefined}
        onOpenChange={close}
        title={
          edited === "new" || edited === undefined
            ? words.say("agents.disposition_add")
            : words.say("agents.disposition_edit", { name: edited.name })
        }
      >
        {edited !== undefined && (
          <DispositionForm
            agentId={agent.id}
            first={edited === "new" ? undefined : edited}
            changes={[DISPOSITIONS]}
            close={close}
          />
        )}
      </Dialog>
    </section>
  );
}

interface RowProps {
  one: Disposition;
  readOnly: boolean;
  edit: () => void;
}

function Row({ one, readOnly, edit }: RowProps): React.ReactNode {
  const words = useWords();
  const [isAsking, setAsking] = useState(false);
  const remove = useAct({
    act: () => server.call(deleteDisposition, { params: { disposition_id: one.id } }),
    changes: [DISPOSITIONS],
    done: () => setAsking(false),
  });
  const values = valuesOf(one);
  const query = new URLSearchParams({ board: "groups", group: "disposition", disposition: `${one.category}/${one.name}` });
  return (
    <div className="entry">
      <div className="flex flex-wrap items-center gap-2">
        <bdi className="font-bold">{one.name}</bdi>
        {!readOnly && (
          <>
            <Button rank="quiet" onClick={edit} aria-label={words.say("agents.disposition_edit", { name: one.name })}>
              {words.say("agents.function_change")}
            </Button>
            <Button
              rank="quiet"
              className="square"
              onClick={() => setAsking(true)}
              aria-label={words.say("agents.disposition_delete", { name: one.name })}
            >
              <Icon name="trash" />
            </Button>
          </>
        )}
      </div>
      <p className="[overflow-wrap:anywhere]">
        <bdi>{one.question}</bdi>
      </p>
      {values.length > 0 && (
        <p className="hint">
          <bdi>{values.join(" · ")}</bdi>{" "}
          <Link
            className="underline"
            to={`/dashboard/analytics?${query.toString()}`}
            aria-label={words.say("agents.disposition_board_of", { name: one.name })}
          >
            {words.say("agents.disposition_board")}
          </Link>
        </p>
      )}
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title={words.say("agents.disposition_delete", { name: one.name })}
        description={words.say("agents.disposition_delete_note")}
        act={words.say("agents.disposition_remove")}
        busy={remove.busy ? words.say("agents.disposition_remove") : false}
        problem={remove.problem}
        onConfirm={() => remove.do()}
      />
    </div>
  );
}
