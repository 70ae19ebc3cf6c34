import { LEAD_LIMITS } from "@ongea/contract";
import { Icon } from "../../ui/icon.tsx";
import { CALLS, type ExampleCall } from "../calls.ts";
import { usePageContext } from "../page-context.ts";
import { CallStrip } from "./call-strip.tsx";
import { Field } from "./field.tsx";

/** Wide enough for most screens; what is over is cut off, never scaled. */
const SEWN = { width: 1920, height: 70, pick: 6, ends: 17 };
const STRIPS: readonly ExampleCall[] = [CALLS.booking, CALLS.colleague, CALLS.simple, CALLS.hours];

export function Closing(): React.ReactNode {
  const { words, at } = usePageContext();
  const { say } = words;
  return (
    <section className="close" aria-labelledby="close-title">
      <div className="sewn" aria-hidden="true">
        {STRIPS.map((call) => (
          <CallStrip key={call.durationMs} call={call} size={SEWN} />
        ))}
      </div>
      <p className="wrap cap">{say("landing.four_calls")}</p>
      <div className="wrap last">
        <h2 className="say" id="close-title">
          {say("landing.closing_title")}
        </h2>
        <button className="button big first needs-script" type="button" data-opens="ask-demo" aria-haspopup="dialog">
          {say("frame.request_a_demo")}
        </button>
        <noscript>
          <a className="button big first" href={at("/contact")}>
            {say("landing.contact_us")}
          </a>
        </noscript>
      </div>
      <dialog className="dialog" id="ask-demo" aria-labelledby="ask-demo-title">
        <form className="form" data-form="ask-demo">
          <div className="row title">
            <h2 id="ask-demo-title">{say("frame.request_a_demo")}</h2>
            <button className="button quiet square" type="button" aria-label={say("frame.close")} data-closes>
              <Icon name="close" />
            </button>
          </div>
          <Field form="ask" name="name" label={say("frame.name")} autoComplete="name" maxLength={LEAD_LIMITS.name} />
          <Field
            form="ask"
            name="email"
            label={say("frame.email")}
            type="email"
            autoComplete="email"
            maxLength={LEAD_LIMITS.email}
          />
          <Field
            form="ask"
            name="company"
            label={say("frame.company")}
            autoComplete="organization"
            maxLength={LEAD_LIMITS.company}
          />
          <div className="row">
            <button className="button first" type="submit" disabled data-send>
              {say("frame.request_a_demo")}
            </button>
            <button className="button" type="button" data-closes>
              {say("frame.cancel")}
            </button>
          </div>
        </form>
      </dialog>
    </section>
  );
}
