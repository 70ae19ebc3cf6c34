import { richSentence } from "../../words/rich-sentence.tsx";
import { CALLS, clock, linesOf, recordedCall, type ExampleLine } from "../calls.ts";
import { usePageContext, useSiteWords } from "../page-context.ts";
import { Quoted } from "./quoted.tsx";
import { CallStrip, KeyStrip } from "./call-strip.tsx";

const PICK_PX = 8;
const PICK_MS = 130;
/** Words need some room, also where somebody only said yes. */
const LEAST_WORD_PX = 48;

const KEYS = ["caller", "assistant", "tool", "both", "pause"] as const;

export function Hero(): React.ReactNode {
  const { words, at } = usePageContext();
  const { say } = words;
  const { call: recorded } = recordedCall(words.language);
  const time = clock(recorded.durationMs);
  return (
    <>
      <div className="wrap hero">
        <h1>{say("landing.headline")}</h1>
        <div>
          <p>{richSentence(words, "landing.intro", { b: (text) => <b>{text}</b> })}</p>
          <div className="row">
            <a className="button big first" href="/dashboard">
              {say("landing.try")}
            </a>
            <a className="button big" href={at("/#demo")}>
              {say("landing.watch")}
            </a>
          </div>
        </div>
      </div>
      <Cloth />
      <div className="wrap">
        <div className="read">
          <a className="link" href={at("/#demo")} data-hear>
            {recorded === CALLS.booking ? say("landing.hear", { time }) : `${say("landing.demo_or_hear")}, ${time}`}
          </a>
          {KEYS.map((kind) => (
            <span className="key" key={kind}>
              <KeyStrip kind={kind} />
              {say(`landing.${kind}`)}
            </span>
          ))}
          <span className="faint">
            {say("landing.wider")}
            {words.language !== "en" && ` ${say("landing.call_in_english")}`}
          </span>
        </div>
      </div>
    </>
  );
}

/** A call by voice, which only those in English are, with its words under their threads; longer than the screen, it slides. */
function Cloth(): React.ReactNode {
  const { say } = useSiteWords();
  const call = CALLS.booking;
  const width = Math.ceil(call.durationMs / PICK_MS) * PICK_PX;
  const px = (ms: number): number => Math.round((ms / PICK_MS) * PICK_PX);
  const lines = linesOf(call).filter(({ by }) => by !== "tool");
  return (
    <section className="bolt" tabIndex={0} aria-label={say("landing.woven")}>
      <div style={{ inlineSize: width }}>
        <CallStrip call={call} size={{ width, height: 254, pick: PICK_PX, ends: 21 }} told />
        <ol className="words">
          {lines.map((line, index) => {
            const endPx = px(lines[index + 1]?.startMs ?? call.durationMs);
            const style = { insetInlineStart: px(line.startMs), inlineSize: Math.max(LEAST_WORD_PX, endPx - px(line.startMs)) };
            return (
              <li key={line.startMs} className={line.by} style={style}>
                <Quoted language={call.language}>{wordsOf(line)}</Quoted>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}

function wordsOf(line: ExampleLine): string {
  return line.by !== "tool" && line.cut ? `${line.text} …` : line.text;
}
