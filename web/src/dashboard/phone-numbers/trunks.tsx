/** The workspace's own ways to the telephone network, below its numbers. */
import { changeTrunk, deleteTrunk, mayActAs, testTrunk, type SipTrunk, type TrunkState } from "@ongea/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmedButton } from "../../ui/confirmed-button.tsx";
import { useSought } from "../../ui/by-address.ts";
import { Empty } from "../../ui/empty.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords, type Words } from "../../words/index.ts";
import { NUMBERS, TRUNKS } from "./keys.ts";
import { TrunkDialog } from "./trunk-dialog.tsx";
import { useTrunks } from "./use-trunks.ts";

/** "new": one that is not there yet. */
type Edited = SipTrunk | "new" | undefined;

export function Trunks(): React.ReactNode {
  const words = useWords();
  const me = useMe();
  const mayChange = mayActAs(me.workspace.role, "admin") && !me.workspace.demo;
  const [edited, setEdited] = useState<Edited>();
  const trunks = useTrunks();
  const sought = useSought("trunks");
  const add = <Button onClick={() => setEdited("new")}>{words.say("numbers.trunk_add")}</Button>;
  return (
    <section className="scroll-mt-16 pt-8" aria-labelledby="trunks-title" ref={sought}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="trunks-title">{words.say("numbers.trunks")}</h2>
        {mayChange && (trunks.data?.length ?? 0) > 0 && <span className="ms-auto">{add}</span>}
      </div>
      <p className="max-w-prose pb-3 text-ink-2">{words.say("numbers.trunks_note")}</p>
      <Loaded query={trunks} rows={2}>
        {(all) =>
          all.length > 0 ? (
            <ul className="providers">
              {all.map((one) => (
                <TrunkRow key={one.id} trunk={one} edit={mayChange ? () => setEdited(one) : undefined} />
              ))}
            </ul>
          ) : (
            <Empty title={words.say("numbers.trunk_none")} act={mayChange && add}>
              {words.say("numbers.trunk_none_note")}
            </Empty>
          )
        }
      </Loaded>
      {edited !== undefined && <TrunkDialog trunk={edited === "new" ? undefined : edited} close={() => setEdited(undefined)} />}
    </section>
  );
}

function TrunkRow({ trunk, edit }: { trunk: SipTrunk; edit: (() => void) | undefined }): React.ReactNode {
  const words = useWords();
  const { id, name, provider, gateways, is_active: isActive, phone_numbers: numbers } = trunk;
  useNumbersAnew(numbers.length);
  const turn = useAct({
    act: () => server.call(changeTrunk, { params: { trunk_id: id }, body: { is_active: !isActive } }),
    changes: [TRUNKS],
  });
  const test = useAct({
    act: () => server.call(testTrunk, { params: { trunk_id: id } }),
    done: (found) =>
      found.problem === null
        ? toast(words.say("numbers.trunk_works"), name)
        : toast(words.say("numbers.trunk_failing"), problemOf(words, found), "bad"),
  });
  const places = gateways.map(({ gateway_address: host, port }) => (port === undefined ? host : `${host}:${port}`));
  return (
    <li className="provider">
      <div className="provider-name">
        <span>
          <b>{name}</b>
          <small className="block text-ink-2">
            {provider} · <bdi>{places.join(", ")}</bdi>
          </small>
        </span>
      </div>
      <div className="provider-state">
        <Standing trunk={trunk} />
        {numbers.length > 0 && (
          <small className="block" dir="ltr">
            {numbers.map(({ phone_number: one }) => one).join(", ")}
          </small>
        )}
        <ProblemLine>{turn.problem ?? test.problem}</ProblemLine>
      </div>
      {edit && (
        <div className="provider-acts">
          <Button
            rank="quiet"
            busy={test.busy && words.say("numbers.trunk_testing")}
            onClick={() => test.do()}
            aria-label={words.say("numbers.trunk_test_named", { name })}
          >
            {words.say("numbers.trunk_test")}
          </Button>
          <Button rank="quiet" busy={turn.busy && words.say("numbers.trunk_saving")} onClick={() => turn.do()}>
            {words.say(isActive ? "numbers.trunk_switch_off" : "numbers.trunk_switch_on")}
          </Button>
          <Button rank="quiet" onClick={edit} aria-label={words.say("numbers.trunk_edit_named", { name })}>
            {words.say("numbers.trunk_edit")}
          </Button>
          <RemoveTrunk trunk={trunk} />
        </div>
      )}
    </li>
  );
}

/** Numbers that came or went with a trunk stand in the table above, too. */
function useNumbersAnew(count: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: NUMBERS });
  }, [count, queries]);
}

const SHAPES = { registered: "good", reachable: "good", waiting: "waiting", failing: "bad", off: "still" } as const;

function Standing({ trunk: { state } }: { trunk: SipTrunk }): React.ReactNode {
  const words = useWords();
  const { kind, problem } = state;
  return (
    <>
      <span className={`status ${SHAPES[kind]}`}>{words.say(`numbers.trunk_${kind}`)}</span>
      {problem !== null && <small className="block">{problemOf(words, state)}</small>}
    </>
  );
}

/** What is wrong, and what the trunk answered. */
function problemOf(words: Words, { problem, sip_status: status }: TrunkState): string {
  const said = problem === null ? "" : words.say(`numbers.trunk_${problem}`);
  return status === null ? said : `${said} ${words.say("numbers.trunk_answered", { status: String(status) })}`;
}

function RemoveTrunk({ trunk: { id, name } }: { trunk: SipTrunk }): React.ReactNode {
  const words = useWords();
  const [asking, setAsking] = useState(false);
  const act = useAct({
    act: () => server.call(deleteTrunk, { params: { trunk_id: id } }),
    changes: [TRUNKS, NUMBERS, ["agents"]],
    done: () => {
      setAsking(false);
      toast(words.say("numbers.trunk_removed"), name);
    },
  });
  const question = words.say("numbers.trunk_remove_title", { name });
  return (
    <ConfirmedButton
      name={words.say("numbers.trunk_remove")}
      question={question}
      note={words.say("numbers.trunk_remove_note")}
      busy={words.say("numbers.trunk_removing")}
      act={act}
      asking={asking}
      ask={setAsking}
    />
  );
}
