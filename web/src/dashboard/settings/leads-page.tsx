import { listLeads } from "@ongea/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { server } from "../../server.ts";
import { Empty } from "../../ui/empty.tsx";
import { Older } from "../../ui/older.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import { useWords } from "../../words/index.ts";
import { LeadRow } from "./lead-row.tsx";
import { LEADS } from "./leads-key.ts";
import { Section } from "./section.tsx";

const PAGE = 20;
const STATES = ["open", "handled"] as const;

/** The operator's: demo requests and messages of the public site. */
export function LeadsPage(): React.ReactNode {
  const words = useWords();
  const [search] = useSearchParams();
  const state = STATES.find((one) => one === search.get("state")) ?? "open";
  const leads = useInfiniteQuery({
    queryKey: [...LEADS, state],
    queryFn: ({ pageParam: cursor }) => server.call(listLeads, { query: { state, limit: PAGE, ...(cursor ? { cursor } : {}) } }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  const first = leads.data?.pages[0];
  const open = first?.open;
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
                <LeadRow key={lead.id} lead={lead} people={first?.people ?? []} hasMail={first?.has_mail ?? false} />
              ))}
            </ul>
          )
        }
      </Older>
    </Section>
  );
}
