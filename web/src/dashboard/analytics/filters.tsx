/** Which calls a board counts: period, agent, direction and channel; whatever else was chosen in a table can be removed. */
import { listAgents, listTopics } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearchParams } from "react-router";
import { server } from "../../server.ts";
import { Icon } from "../../ui/icon.tsx";
import { useWords } from "../../words/index.ts";
import { type BoardFilter, changed, CHANNELS, FILTERS, type FilterName, GROUP_OF, PERIODS, USUAL_PERIOD } from "./filter.ts";
import { useGroupName } from "./group-name.ts";

/** These are chosen from lists. */
const LISTED: ReadonlySet<FilterName> = new Set(["agent_id", "direction", "channel"]);

export function Filters({ wanted, children }: { wanted: BoardFilter; children?: React.ReactNode }): React.ReactNode {
  const words = useWords();
  const set = useChange();
  const agents = useQuery({ queryKey: ["agents"], queryFn: () => server.call(listAgents) });
  const { agent_id: agent = "", direction = "", channel = "" } = wanted.filters;
  const isGone = agent !== "" && agents.data?.every(({ id }) => id !== agent) === true;
  return (
    <div className="board-filters">
      {children}
      <Choice
        label={words.say("home.period")}
        value={String(wanted.days)}
        set={(days) => set({ days: Number(days) === USUAL_PERIOD ? "" : days })}
        options={PERIODS.map((count) => [
          String(count),
          count === 1 ? words.say("history.today") : words.say("home.period_days", { count }),
        ])}
      />
      <Choice
        label={words.say("history.agent_filter")}
        value={agent}
        set={(id) => set({ agent_id: id })}
        options={[
          ["", words.say("history.all_agents")],
          ...(agents.data ?? []).map(({ id, agent_name: name }) => [id, name] as const),
          ...(isGone ? [[agent, words.say("analytics.deleted", { id: agent.slice(0, 8) })] as const] : []),
        ]}
      />
      <Choice
        label={words.say("history.direction")}
        value={direction}
        set={(one) => set({ direction: one })}
        options={[
          ["", words.say("analytics.both_directions")],
          ["inbound", words.say("analytics.inbound")],
          ["outbound", words.say("analytics.outbound")],
        ]}
      />
      <Choice
        label={words.say("analytics.channel")}
        value={channel}
        set={(one) => set({ channel: one })}
        options={[
          ["", words.say("analytics.all_channels")],
          ...CHANNELS.map((one) => [one, words.say(`analytics.${one}`)] as const),
        ]}
      />
      <Chosen wanted={wanted} />
    </div>
  );
}

function Chosen({ wanted }: { wanted: BoardFilter }): React.ReactNode {
  const words = useWords();
  const [search] = useSearchParams();
  const nameOf = useGroupName();
  const topics = useQuery({
    queryKey: ["topics", "names"],
    queryFn: () => server.call(listTopics, { query: {} }),
    enabled: wanted.filters.topic_id !== undefined,
  });
  const isShown = (name: FilterName): boolean => !LISTED.has(name) && wanted.filters[name] !== undefined;
  return FILTERS.filter(isShown).map((name) => {
    const group = GROUP_OF[name];
    const key = wanted.filters[name] ?? "";
    const topic = name === "topic_id" ? topics.data?.data.find(({ id }) => id === key)?.name : undefined;
    const value = name === "batch_id" ? key.slice(0, 8) : (topic ?? nameOf(group, { key }));
    return (
      <Link
        key={name}
        className="button"
        to={changed(search, { [name]: "", ...(name === "disposition" && { disposition_value: "" }) })}
      >
        {words.say(`analytics.by_${group}`)}: <bdi>{value}</bdi>
        <Icon name="close" />
        <span className="visually-hidden">{words.say("analytics.remove_filter")}</span>
      </Link>
    );
  });
}

interface ChoiceProps {
  label: string;
  value: string;
  set: (value: string) => void;
  options: readonly (readonly [value: string, name: string])[];
}

export function Choice({ label, value, set, options }: ChoiceProps): React.ReactNode {
  return (
    <select className="input select small" aria-label={label} value={value} onChange={({ target }) => set(target.value)}>
      {options.map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Goes to the same screen with these changes of its address. */
export function useChange(): (changes: Parameters<typeof changed>[1]) => void {
  const [search] = useSearchParams();
  const goTo = useNavigate();
  return (changes) => void goTo(changed(search, changes), { replace: true });
}
