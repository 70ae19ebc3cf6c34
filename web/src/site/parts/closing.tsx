import { LEAD_LIMITS } from "@ongea/contract";
import { Icon } from "../../ui/icon.tsx";
import { CALLS, type ToldCall } from "../calls.ts";
import { CallStrip } from "./call-strip.tsx";
import { Field } from "./field.tsx";

/** Wide enough for most screens; what is over is cut off, never scaled. */
const SEWN = { width: 1920, height: 70, pick: 6, ends: 17 };
const STRIPS: readonly ToldCall[] = [CALLS.booking, CALLS.colleague, CALLS.simple, CALLS.hours];

export function Closing(): React.ReactNode {
  return (
    <section className="close" aria-labelledby="close-title">
      <div className="sewn" aria-hidden="true">
        {STRIPS.map((call) => (
          <CallStrip key={call.durationMs} call={call} size={SEWN} />
        ))}
      </div>
      <p className="wrap cap">Four real calls, sewn edge to edge.</p>
      <div className="wrap last">
        <h2 className="say" id="close-title">
          Let it answer one of your numbers for a week.
        </h2>
        <button className="button big first needs-script" type="button" data-opens="ask-demo" aria-haspopup="dialog">
          Request a Demo
        </button>
        <noscript>
          <a className="button big first" href="/contact">
            Contact us
          </a>
        </noscript>
      </div>
      <dialog className="dialog" id="ask-demo" aria-labelledby="ask-demo-title">
        <form className="form" data-form="ask-demo">
          <div className="row title">
            <h2 id="ask-demo-title">Request a Demo</h2>
            <button className="button quiet square" type="button" aria-label="Close" data-closes>
              <Icon name="close" />
            </button>
          </div>
          <Field form="ask" name="name" label="Name" autoComplete="name" maxLength={LEAD_LIMITS.name} />
          <Field form="ask" name="email" label="Email" type="email" autoComplete="email" maxLength={LEAD_LIMITS.email} />
          <Field form="ask" name="company" label="Company" autoComplete="organization" maxLength={LEAD_LIMITS.company} />
          <div className="row">
            <button className="button first" type="submit" disabled data-send>
              Request a Demo
            </button>
            <button className="button" type="button" data-closes>
              Cancel
            </button>
          </div>
        </form>
      </dialog>
    </section>
  );
}
