import { Icon } from "../../ui/icon.tsx";
import { CALLS, clock } from "../calls.ts";
import { CallStrip } from "./call-strip.tsx";
import { Transcript } from "./transcript.tsx";

const PAGE = { width: 774, height: 121, pick: 6, ends: 17 };

/** A real call to hear and to read, and the way to one's own. Always dark. */
export function Demo(): React.ReactNode {
  const call = CALLS.booking;
  return (
    <section className="wrap night" id="demo" data-theme="dark" aria-labelledby="demo-title">
      <h2 className="say" id="demo-title">
        Talk to it here.
      </h2>
      <div className="demo">
        <div className="talk">
          <p>
            The front desk of an example clinic answers from your browser. Ask for the opening hours, or book an appointment on a
            day next week.
          </p>
          <a className="button big first" href="/dashboard">
            <Icon name="microphone" />
            Start the call
          </a>
          <p className="hint">Your browser will ask for the microphone; you may type instead.</p>
          <h3>Or hear one</h3>
          <p className="dim">
            A caller asks about Saturday, speaks before the answer is over, and books an appointment. {clock(call.durationMs)}, as
            it was recorded: built-in ears, mind and voice on a machine with two cores. The caller&rsquo;s words stand as they
            were heard.
          </p>
          <audio controls preload="none" src="/front-desk-call.ogg" aria-label="Recording of the call" data-player />
        </div>
        <div className="pane">
          <div className="slides" tabIndex={0} role="group" aria-label="The strip of the call">
            <div className="playing" data-playing data-duration={call.durationMs}>
              <CallStrip call={call} size={PAGE} told />
              <i data-playhead hidden />
            </div>
          </div>
          <Transcript call={call} follows />
        </div>
      </div>
    </section>
  );
}
