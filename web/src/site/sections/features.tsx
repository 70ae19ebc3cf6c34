import { Icon } from "../../ui/icon.tsx";
import { EXAMPLE_AGENTS, CATEGORIES, type ExampleAgent } from "../example-agents.ts";
import { secondsOf } from "../calls.ts";
import { useSiteWords } from "../page-context.ts";
import { CallStrip } from "./call-strip.tsx";
import { Transcript } from "./transcript.tsx";

const CARD = { width: 344, height: 46, pick: 4, ends: 11 };
const EXAMPLE = { width: 560, height: 46, pick: 4, ends: 11 };

export function Features(): React.ReactNode {
  const { say } = useSiteWords();
  return (
    <section className="part wrap" id="features" aria-labelledby="features-title">
      <h2 className="say" id="features-title">
        {say("landing.features_title")}
      </h2>
      <div className="tabs needs-script" role="tablist" aria-label={say("landing.kinds")} data-tabs>
        {CATEGORIES.map((category, index) => (
          <button
            key={category}
            type="button"
            role="tab"
            id={`tab-${category}`}
            aria-controls="assistants"
            aria-selected={index === 0}
            tabIndex={index === 0 ? 0 : -1}
            data-category={category}
          >
            {say(`landing.${category}`)}
          </button>
        ))}
      </div>
      <div className="agents" id="assistants" role="tabpanel" aria-labelledby="tab-all">
        {EXAMPLE_AGENTS.map((assistant) => (
          <Card key={assistant.category} assistant={assistant} />
        ))}
      </div>
    </section>
  );
}

function Card({ assistant }: { assistant: ExampleAgent }): React.ReactNode {
  const { say } = useSiteWords();
  const { category, call } = assistant;
  return (
    <article data-category={category}>
      <CallStrip call={call} size={CARD} />
      <h3 id={`card-${category}`}>{say(`landing.${category}_name`)}</h3>
      <p>{say(`landing.${category}_sentence`)}</p>
      <button
        className="link needs-script"
        type="button"
        data-opens={`learn-${category}`}
        aria-haspopup="dialog"
        aria-describedby={`card-${category}`}
      >
        {say("landing.learn_more")}
      </button>
      <Example assistant={assistant} />
    </article>
  );
}

/** Opened by 'Learn More'; without scripts it stands open in its card. */
function Example({ assistant: { category, call, delays = false } }: { assistant: ExampleAgent }): React.ReactNode {
  const { say } = useSiteWords();
  const id = `learn-${category}`;
  return (
    <dialog className="dialog wide" id={id} aria-labelledby={`${id}-title`}>
      <div className="row title">
        <h2 id={`${id}-title`}>{say(`landing.${category}_name`)}</h2>
        <button className="button quiet square needs-script" type="button" aria-label={say("frame.close")} data-closes>
          <Icon name="close" />
        </button>
      </div>
      <ul className="does">
        {say(`landing.${category}_does`)
          .split("\n")
          .map((one) => (
            <li key={one}>{one}</li>
          ))}
      </ul>
      <h3>{say(`landing.${category}_example`, { seconds: secondsOf(call) })}</h3>
      <div className="cut">
        <CallStrip call={call} size={EXAMPLE} />
      </div>
      <Transcript call={call} delays={delays} />
      <a className="button first" href="/dashboard">
        {say("landing.talk_to_it")}
      </a>
    </dialog>
  );
}
