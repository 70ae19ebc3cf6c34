import { Icon } from "../../ui/icon.tsx";
import { ASSISTANTS, CATEGORIES, type Assistant } from "../assistants.ts";
import { CallStrip } from "./call-strip.tsx";
import { Transcript } from "./transcript.tsx";

const CARD = { width: 344, height: 46, pick: 4, ends: 11 };
const EXAMPLE = { width: 560, height: 46, pick: 4, ends: 11 };

export function Features(): React.ReactNode {
  return (
    <section className="part wrap" id="features" aria-labelledby="features-title">
      <h2 className="say" id="features-title">
        Six kinds of work, one way of listening.
      </h2>
      <div className="tabs needs-script" role="tablist" aria-label="Kinds of work" data-tabs>
        {CATEGORIES.map((category, index) => (
          <button
            key={category}
            type="button"
            role="tab"
            id={`tab-${category.toLowerCase()}`}
            aria-controls="assistants"
            aria-selected={index === 0}
            tabIndex={index === 0 ? 0 : -1}
            data-category={category}
          >
            {category}
          </button>
        ))}
      </div>
      <div className="agents" id="assistants" role="tabpanel" aria-labelledby="tab-all">
        {ASSISTANTS.map((assistant) => (
          <Card key={assistant.id} assistant={assistant} />
        ))}
      </div>
    </section>
  );
}

function Card({ assistant }: { assistant: Assistant }): React.ReactNode {
  const { id, name, sentence, category, example } = assistant;
  return (
    <article data-category={category}>
      <CallStrip call={example.call} size={CARD} />
      <h3 id={`card-${id}`}>{name}</h3>
      <p>{sentence}</p>
      <button
        className="link needs-script"
        type="button"
        data-opens={`learn-${id}`}
        aria-haspopup="dialog"
        aria-describedby={`card-${id}`}
      >
        Learn More
      </button>
      <Example assistant={assistant} />
    </article>
  );
}

/** Opened by 'Learn More'; without scripts it stands open in its card. */
function Example({ assistant: { id, name, does, example } }: { assistant: Assistant }): React.ReactNode {
  return (
    <dialog className="dialog wide" id={`learn-${id}`} aria-labelledby={`learn-${id}-title`}>
      <div className="row title">
        <h2 id={`learn-${id}-title`}>{name}</h2>
        <button className="button quiet square needs-script" type="button" aria-label="Close" data-closes>
          <Icon name="close" />
        </button>
      </div>
      <ul className="does">
        {does.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <h3>{example.title}</h3>
      <div className="cut">
        <CallStrip call={example.call} size={EXAMPLE} />
      </div>
      <Transcript call={example.call} delays={example.delays ?? false} />
      <a className="button first" href="/dashboard">
        Talk to it
      </a>
    </dialog>
  );
}
