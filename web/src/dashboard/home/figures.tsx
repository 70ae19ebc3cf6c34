import type { HomeFigures } from "@ongea/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { Failed } from "../../ui/loaded.tsx";
import { SIZES } from "../../weave/draw.ts";
import { BareStrip } from "../../weave/strip.tsx";
import { Rich, useWords } from "../../words/index.ts";

/** The four cards. A figure that no call has made yet is a dash. */
export function Figures({ query }: { query: UseQueryResult<HomeFigures> }): React.ReactNode {
  const words = useWords();
  const { data } = query;
  if (query.isError && !data) return <Failed error={query.error} again={() => void query.refetch()} />;
  const none = words.say("home.none_yet");
  return (
    <dl className="figures" aria-busy={!data}>
      <Figure name={words.say("home.active_agents")}>{data && words.number(data.active_agents)}</Figure>
      <Figure name={words.say("home.total_calls")}>{data && words.number(data.total_calls)}</Figure>
      <Figure name={words.say("home.success_rate")}>
        {data && (data.success_rate === null ? none : <Percent text={words.percent(data.success_rate)} />)}
      </Figure>
      <Figure name={words.say("home.average_duration")}>
        {data && (data.average_duration_seconds === null ? none : <Duration seconds={data.average_duration_seconds} />)}
      </Figure>
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: React.ReactNode }): React.ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? <BareStrip size={SIZES.row} />}</dd>
    </div>
  );
}

/** The sign is smaller and greyer than its number, wherever the language puts it. */
function Percent({ text }: { text: string }): React.ReactNode {
  const parts = text.split(/([%٪])/u);
  return (
    <span className="phone-number">
      {parts.map((part, index) => (index % 2 === 1 ? <small key={part}>{part}</small> : part))}
    </span>
  );
}

function Duration({ seconds }: { seconds: number }): React.ReactNode {
  const all = Math.round(seconds);
  return (
    <Rich
      id="home.figure_duration"
      values={{ minutes: Math.floor(all / 60), seconds: String(all % 60).padStart(2, "0") }}
      tags={{ small: (text) => <small>{text}</small> }}
    />
  );
}
