import { deleteLead, handleLead, type Lead, listLeads } from "@ongea/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Older } from "../../ui/older.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { Section } from "./section.tsx";

const KEY = ["leads"];
const PAGE = 20;
const STATES = ["open", "handled"] as const;
const TONES: Readonly<Record<Lead["delivery"]["state"], string>> = {
  kept: "still",
  waiting: "info",
  failing: "bad",
  delivered: "good",
};

/** The operator's: demo requests and messages of the public site. */
export function LeadsPage(): React.ReactNode {
  const words = useWords();
  const [search] = useSearchParams();
  const state = STATES.find((one) => one === search.get("state")) ?? "open";
  const leads = useInfiniteQuery({
    queryKey: [...KEY, state],
    queryFn: ({ pageParam: cursor }) => server.call(listLeads, { query: { state, limit: PAGE, ...(cursor ? { cursor } : {}) } }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  const open = leads.data?.pages[0]?.open;
  return (
    <Section title={words.say("settings.leads_title")} note={words.say("settings.leads_note")}>
      <TabLinks
        label={words.say("settings.leads_state")}
        tabs={STATES.map((one) => ({
          to: `?state=${one}`,
          label:
            one === "open" && open !== undefined
              ? words.say("settings.leads_open_count", { count: open })
              : words.say(`settings.leads_${one}`),
          chosen: one === state,
        }))}
      />
      <Older query={leads}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={words.say(state === "open" ? "settings.leads_none" : "settings.leads_none_handled")} />
          ) : (
            <ul className="leads">
              {rows.map((lead) => (
                <Row key={lead.id} lead={lead} />
              ))}
            </ul>
          )
        }
      </Older>
    </Section>
  );
}

function Row({ lead }: { lead: Lead }): React.ReactNode {
  const words = useWords();
  const { id, kind, name, email, company, position, message, created_at: at, delivery } = lead;
  const about = [company, position].filter(Boolean).join(" · ");
  return (
    <li className="grid gap-1 border-b border-line py-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <b dir="auto">{name}</b>
        <a className="underline [overflow-wrap:anywhere]" href={`mailto:${email}`}>
          <bdi>{email}</bdi>
        </a>
        {about !== "" && (
          <span className="text-ink-2" dir="auto">
            {about}
          </span>
        )}
      </p>
      {message !== null && (
        <p className="max-w-[65ch] whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
          {message}
        </p>
      )}
      <p className="hint flex flex-wrap items-baseline gap-x-3">
        <span>{words.say(`settings.lead_${kind}`)}</span>
        <time dateTime={at}>{words.moment(at)}</time>
        {lead.verified_at !== null && <span>{words.say("settings.lead_verified")}</span>}
        <span className={`status ${TONES[delivery.state]}`} title={delivery.problem ?? undefined}>
          {words.say(`settings.lead_${delivery.state}`, { count: delivery.attempts })}
        </span>
      </p>
      {delivery.state === "failing" && delivery.problem !== null && <p className="hint">{delivery.problem}</p>}
      <Acts id={id} name={name} isHandled={lead.handled_at !== null} />
    </li>
  );
}

function Acts({ id, name, isHandled }: { id: string; name: string; isHandled: boolean }): React.ReactNode {
  const words = useWords();
  const [asking, setAsking] = useState(false);
  const params = { lead_id: id };
  const handle = useAct({
    act: () => server.call(handleLead, { params, body: { handled: !isHandled } }),
    changes: [KEY],
    done: () => toast(words.say(isHandled ? "settings.lead_reopened" : "settings.lead_is_handled")),
  });
  const remove = useAct({
    act: () => server.call(deleteLead, { params }),
    changes: [KEY],
    done: () => {
      setAsking(false);
      toast(words.say("settings.lead_deleted"));
    },
  });
  return (
    <div className="flex flex-wrap gap-2 pt-1">
      <Button busy={handle.busy && words.say("settings.lead_saving")} onClick={() => handle.do()}>
        {words.say(isHandled ? "settings.lead_reopen" : "settings.lead_handle")}
      </Button>
      <Button
        rank="quiet"
        icon="trash"
        aria-label={words.say("settings.lead_delete_title", { name })}
        title={words.say("settings.lead_delete")}
        onClick={() => setAsking(true)}
      />
      <ProblemLine>{handle.problem}</ProblemLine>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={words.say("settings.lead_delete_title", { name })}
        description={words.say("settings.lead_delete_note")}
        act={words.say("settings.lead_delete")}
        busy={remove.busy && words.say("settings.lead_deleting")}
        problem={remove.problem}
        onConfirm={() => remove.do()}
      />
    </div>
  );
}
