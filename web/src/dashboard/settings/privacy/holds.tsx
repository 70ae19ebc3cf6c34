import { liftLegalHold, listLegalHolds, placeLegalHold, type LegalHold } from "@ongea/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { server } from "../../../server.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Older } from "../../../ui/older.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { useWords } from "../../../words/index.ts";
import { KnownBy, PERSON_KINDS, type Known } from "./known-by.tsx";

const KEY = ["legal-holds"];
const KINDS = [...PERSON_KINDS, "call"] as const;

export function Holds(): React.ReactNode {
  const words = useWords();
  const holds = useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam: cursor }) => server.call(listLegalHolds, { query: cursor ? { cursor } : {} }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  return (
    <>
      <Place />
      <Older query={holds}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={words.say("privacy.none_held")} />
          ) : (
            <ul>
              {rows.map((hold) => (
                <Row key={hold.id} hold={hold} />
              ))}
            </ul>
          )
        }
      </Older>
    </>
  );
}

function Place(): React.ReactNode {
  const words = useWords();
  const [known, setKnown] = useState<Known>({ kind: "phone", value: "" });
  const [reason, setReason] = useState("");
  const value = known.value.trim();
  const place = useAct({
    act: () =>
      server.call(placeLegalHold, {
        body: known.kind === "call" ? { execution_id: value, reason } : { kind: known.kind, value, reason },
      }),
    changes: [KEY],
    done: () => {
      setKnown({ ...known, value: "" });
      setReason("");
    },
  });
  const send = (event: React.FormEvent): void => {
    event.preventDefault();
    place.do();
  };
  return (
    <form className="form py-4" onSubmit={send}>
      <KnownBy kinds={KINDS} known={known} change={setKnown} />
      <TextField
        label={words.say("privacy.reason")}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        required
        maxLength={500}
      />
      <ProblemLine>{place.problem}</ProblemLine>
      <Button type="submit" busy={place.busy && words.say("shell.saving")}>
        {words.say("privacy.place")}
      </Button>
    </form>
  );
}

function Row({ hold }: { hold: LegalHold }): React.ReactNode {
  const words = useWords();
  const [asking, setAsking] = useState(false);
  const { id, execution_id: callId, contact_id: contactId, reason, placed_by: by, placed_at: at } = hold;
  const lift = useAct({
    act: () => server.call(liftLegalHold, { params: { hold_id: id } }),
    changes: [KEY],
    done: () => setAsking(false),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3">
      <div className="min-w-0 flex-1 basis-60">
        <Link className="font-bold underline" to={callId === null ? paths.contact(contactId ?? "") : paths.call(callId)}>
          {words.say(callId === null ? "privacy.contact" : "privacy.call")}
        </Link>
        <p className="[overflow-wrap:anywhere]" dir="auto">
          {reason}
        </p>
        <p className="hint [overflow-wrap:anywhere]">
          <bdi>{by}</bdi> · <time dateTime={at}>{words.moment(at)}</time>
        </p>
      </div>
      <Button onClick={() => setAsking(true)}>{words.say("privacy.lift")}</Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={words.say("privacy.lift_title")}
        description={words.say("privacy.lift_note")}
        act={words.say("privacy.lift")}
        busy={lift.busy && words.say("shell.saving")}
        problem={lift.problem}
        onConfirm={() => lift.do()}
      />
    </li>
  );
}
