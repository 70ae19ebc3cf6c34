import type { HomeFigures } from "@ongea/contract";
import { useDollars } from "../../shell/money.ts";
import { Rich, useWords } from "../../words/index.ts";

/** Cost, uptime, support: two lines of soot with a calm ground between them. */
export function Banner({ figures }: { figures: HomeFigures | undefined }): React.ReactNode {
  const words = useWords();
  const dollars = useDollars();
  const none = words.say("home.none_yet");
  const cost = figures?.cost_per_minute_usd ?? undefined;
  const uptime = figures?.uptime ?? undefined;
  return (
    <div className="banner">
      <div>
        <p className="grow text-ink-2">
          {figures && words.say(figures.active_agents > 0 ? "home.answering" : "home.no_assistant")}
        </p>
        <p>
          <span className="text-ink-2">{words.say("home.cost_per_minute")}</span>{" "}
          <b className="phone-number">{cost === undefined ? none : dollars(cost)}</b>
        </p>
        <p>
          <span className="text-ink-2">{words.say("home.uptime")}</span>{" "}
          <b className="phone-number">{uptime === undefined ? none : words.percent(uptime)}</b>
        </p>
        <p>
          <span className="text-ink-2">
            <Rich id="home.support" tags={{ b: (hours) => <b className="phone-number text-ink">{hours}</b> }} />
          </span>
        </p>
      </div>
    </div>
  );
}
