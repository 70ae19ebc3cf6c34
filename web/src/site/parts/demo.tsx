import { CALLS, clock } from "../calls.ts";
import { useSiteWords } from "../place.ts";
import { CallStrip } from "./call-strip.tsx";
import { Talk } from "./talk.tsx";
import { Transcript } from "./transcript.tsx";

const PAGE = { width: 774, height: 121, pick: 6, ends: 17 };

/** A call of one's own, and a real one to hear and to read. Always dark. */
export function Demo(): React.ReactNode {
  const { say } = useSiteWords();
  const call = CALLS.booking;
  return (
    <section className="wrap night" id="demo" data-theme="dark" aria-labelledby="demo-title">
      <h2 className="say" id="demo-title">
        {say("landing.demo_title")}
      </h2>
      <div className="demo">
        <div className="talk">
          <p>{say("landing.demo_about")}</p>
          <Talk />
          <h3>{say("landing.demo_or_hear")}</h3>
          <p className="dim">{say("landing.demo_recording", { time: clock(call.durationMs) })}</p>
          <audio controls preload="none" src="/front-desk-call.ogg" aria-label={say("landing.recording")} data-player />
        </div>
        <div className="pane">
          <div className="slides" tabIndex={0} role="group" aria-label={say("landing.strip_of")}>
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
