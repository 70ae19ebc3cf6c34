import { CALLS, clock, linesOf, type Line } from "../calls.ts";
import { CallStrip, KeyStrip } from "./call-strip.tsx";

const PICK_PX = 8;
const PICK_MS = 130;
/** Words need some room, also where somebody only said yes. */
const LEAST_WORD_PX = 48;

const KEYS = [
  ["caller", "Caller"],
  ["assistant", "Assistant"],
  ["tool", "Looks something up"],
  ["both", "Both at once"],
  ["pause", "Pause"],
] as const;

export function Hero(): React.ReactNode {
  return (
    <>
      <div className="wrap hero">
        <h1>Every call answered, in the caller’s own language.</h1>
        <div>
          <p>
            Ongea means <b>speak!</b> It is an open platform for AI voice assistants that hold phone conversations: on your
            numbers, in your languages, on your own server.
          </p>
          <div className="row">
            <a className="button big first" href="/dashboard">
              Try Before You Buy
            </a>
            <a className="button big" href="/#demo">
              Watch Demo
            </a>
          </div>
        </div>
      </div>
      <Cloth />
      <div className="wrap">
        <div className="read">
          <a className="link" href="/#demo">
            Hear this call, {clock(CALLS.booking.durationMs)}
          </a>
          {KEYS.map(([kind, label]) => (
            <span className="key" key={kind}>
              <KeyStrip kind={kind} />
              {label}
            </span>
          ))}
          <span className="faint">Wider is louder.</span>
        </div>
      </div>
    </>
  );
}

/** The call with its words under their threads; longer than the screen, it slides. */
function Cloth(): React.ReactNode {
  const call = CALLS.booking;
  const width = Math.ceil(call.durationMs / PICK_MS) * PICK_PX;
  const px = (ms: number): number => Math.round((ms / PICK_MS) * PICK_PX);
  const lines = linesOf(call).filter(({ by }) => by !== "tool");
  return (
    <section className="bolt" tabIndex={0} aria-label="A call, woven: slide along it to read it to its end">
      <div style={{ inlineSize: width }}>
        <CallStrip call={call} size={{ width, height: 254, pick: PICK_PX, ends: 21 }} told />
        <ol className="words">
          {lines.map((line, index) => {
            const endPx = px(lines[index + 1]?.startMs ?? call.durationMs);
            const style = { insetInlineStart: px(line.startMs), inlineSize: Math.max(LEAST_WORD_PX, endPx - px(line.startMs)) };
            return (
              <li key={line.startMs} className={line.by} style={style}>
                {wordsOf(line)}
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}

function wordsOf(line: Line): string {
  return line.by !== "tool" && line.cut ? `${line.text} …` : line.text;
}
