import { clock } from "../call/clock.ts";
import { useWords } from "../words/index.ts";
import type { Group, Meaning, Moment } from "./events.ts";
import { GROUPS } from "./events.ts";

interface MomentsProps {
  /** Until the moment that one looks at. */
  moments: readonly Moment[];
  shown: ReadonlySet<Group>;
  show: (groups: ReadonlySet<Group>) => void;
  goTo: (ms: number) => void;
}

/** More rows than these nobody reads; the latest are drawn. */
const MOST_ROWS = 400;

export function Moments({ moments, shown, show, goTo }: MomentsProps): React.ReactNode {
  const words = useWords();
  const wanted = moments.filter(({ group }) => shown.has(group));
  const toggle = (group: Group): void => {
    const next = new Set(shown);
    if (!next.delete(group)) next.add(group);
    show(next);
  };
  return (
    <section>
      <div className="section-head">
        <h2>{words.say("playground.events")}</h2>
        <span className="hint">{words.say("playground.count", { count: wanted.length })}</span>
      </div>
      <div className="play-groups" role="group" aria-label={words.say("playground.filter")}>
        {GROUPS.map((group) => (
          <button key={group} type="button" aria-pressed={shown.has(group)} onClick={() => toggle(group)}>
            {words.say(`playground.group_${group}`)}
          </button>
        ))}
      </div>
      <ol className="play-moments" tabIndex={0} aria-label={words.say("playground.events")}>
        {wanted
          .slice(-MOST_ROWS)
          .toReversed()
          .map(({ atMs, what, text, means, by, group }, index) => (
            <li key={index} className={by ?? group}>
              <button
                type="button"
                className="at"
                onClick={() => goTo(atMs)}
                aria-label={words.say("playground.look_at", { clock: exact(atMs) })}
              >
                {exact(atMs)}
              </button>
              <span>{words.say(what)}</span>
              {means ? <Meant text={text} means={means} /> : text !== "" && <bdi>{text}</bdi>}
            </li>
          ))}
      </ol>
    </section>
  );
}

/** What it means, and beside it what machines call it. */
function Meant({ text, means }: { text: string; means: readonly Meaning[] }): React.ReactNode {
  const words = useWords();
  return (
    <bdi>
      {means.map(({ sentence, count }) => words.say(sentence, count === undefined ? {} : { count })).join(" · ")}{" "}
      <span className="hint code">{text}</span>
    </bdi>
  );
}

function exact(ms: number): string {
  return `${clock(ms)}.${String(Math.floor(Math.max(0, ms) % 1_000)).padStart(3, "0")}`;
}
