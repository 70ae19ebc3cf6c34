import { Icon } from "../../ui/icon.tsx";
import { clock, recordedCall } from "../calls.ts";
import { useSiteWords } from "../page-context.ts";
import { CallStrip } from "./call-strip.tsx";
import { Talk } from "./talk.tsx";
import { Transcript } from "./transcript.tsx";

const PAGE = { width: 774, height: 121, pick: 6, ends: 17 };

/** A call of one's own, and a real one to hear and to read. Always dark. */
export function Demo(): React.ReactNode {
  const { say, language } = useSiteWords();
  const { call, sound } = recordedCall(language);
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
          <Recording durationMs={call.durationMs} sound={sound} />
        </div>
        <div className="pane">
          <div className="slides" tabIndex={0} role="group" aria-label={say("landing.strip_of")}>
            <div className="playing" data-playing data-duration={call.durationMs}>
              <CallStrip call={call} size={PAGE} told />
              <input
                className="needs-script"
                type="range"
                min={0}
                max={Math.round(call.durationMs)}
                defaultValue={0}
                aria-label={say("landing.recording_place")}
                data-scrub
              />
              <i data-playhead hidden />
            </div>
          </div>
          <Transcript call={call} follows />
        </div>
      </div>
    </section>
  );
}

/** Its own player (`islands/player.ts`); the browser's where no script runs. */
function Recording({ durationMs, sound }: { durationMs: number; sound: string }): React.ReactNode {
  const { say } = useSiteWords();
  return (
    <>
      <audio preload="none" src={sound} data-player />
      <div className="recording needs-script">
        <button className="button big" type="button" data-play>
          <Icon name="play" />
          <Icon name="pause" />
          <span className="while-still">{say("landing.play_recording")}</span>
          <span className="while-playing">{say("landing.pause_recording")}</span>
        </button>
        <span>
          <b data-recording-at>{clock(0)}</b> <span className="dim">/ {clock(durationMs)}</span>
        </span>
      </div>
      <noscript>
        <audio controls preload="none" src={sound} aria-label={say("landing.recording")} />
      </noscript>
    </>
  );
}
