/** How long each answer took, and where the time went. */
import { useWords } from "../words/index.ts";
import type { AnswerDelays } from "./events.ts";

export function Answers({ all, goTo }: { all: readonly AnswerDelays[]; goTo: (ms: number) => void }): React.ReactNode {
  const words = useWords();
  const ms = (value: number | undefined): string => (value === undefined ? "–" : words.number(Math.round(value)));
  return (
    <section>
      <div className="section-head">
        <h2>{words.say("playground.answers")}</h2>
        <span className="hint">{words.say("playground.in_ms")}</span>
      </div>
      {all.length === 0 ? (
        <p className="py-3 text-ink-2">{words.say("playground.no_answers")}</p>
      ) : (
        <table className="play-answers">
          <thead>
            <tr>
              <th>{words.say("playground.answer")}</th>
              <th className="number">{words.say("playground.hear")}</th>
              <th className="number">{words.say("playground.think")}</th>
              <th className="number">{words.say("playground.speak")}</th>
              <th className="number">{words.say("playground.all")}</th>
              <th className="number wide-only">{words.say("playground.overhead")}</th>
            </tr>
          </thead>
          <tbody>
            {all.map(({ index, text, atMs, hearMs, thinkMs, speakMs, allMs, overheadMs }) => (
              <tr key={index}>
                <td>
                  <button type="button" onClick={() => goTo(atMs)}>
                    <bdi>{text}</bdi>
                  </button>
                </td>
                <td className="number">{ms(hearMs)}</td>
                <td className="number">{ms(thinkMs)}</td>
                <td className="number">{ms(speakMs)}</td>
                <td className="number">
                  <b>{ms(allMs)}</b>
                </td>
                <td className="number wide-only">{ms(overheadMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
