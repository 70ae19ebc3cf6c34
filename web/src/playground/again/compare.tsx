/** The same sentence then and now, side by side. */
import { asSentence } from "../../call/as-sentence.ts";
import { useWords } from "../../words/index.ts";
import { NAMES, NUMBERS } from "./settings.tsx";
import type { SpokenTurn } from "./turns.ts";
import type { ReplayRequest } from "./use-again.ts";

interface CompareProps {
  wanted: ReplayRequest;
  now: SpokenTurn | undefined;
  /** As the assistant has them, in letters. */
  saved: (name: (typeof NAMES)[number] | (typeof NUMBERS)[number]) => string;
}

export function Compare({ wanted: { before: then, settings }, now, saved }: CompareProps): React.ReactNode {
  const words = useWords();
  const ms = (value: number | undefined): string => (value === undefined ? "–" : words.number(Math.round(value)));
  const answer = (said: SpokenTurn | undefined): string => {
    const { text = "–", wasCut = false } = said?.answer ?? {};
    return wasCut ? `${text} (${words.say("playground.again_cut")})` : text;
  };
  const changed = [...NUMBERS, ...NAMES].flatMap((name) => {
    const value = settings[name];
    return value === undefined
      ? []
      : [{ label: words.say(`playground.set_${name}`), was: saved(name) || "–", is: String(value) }];
  });
  const delays = ["hear", "think", "speak", "all"] as const;
  const rows: [name: string, then: string, now: string][] = [
    ...changed.map(({ label, was, is }): [string, string, string] => [label, was, is]),
    [words.say("playground.again_words"), asSentence(then.words), asSentence(now?.words ?? "–")],
    [words.say("playground.again_partials"), listed(then.partials), listed(now?.partials ?? [])],
    [words.say("playground.again_pieces"), words.number(then.pieces), now ? words.number(now.pieces) : "–"],
    ...delays.map((name): [string, string, string] => [
      `${words.say(`playground.${name}`)}, ms`,
      ms(then.answer?.delays?.[`${name}Ms`]),
      ms(now?.answer?.delays?.[`${name}Ms`]),
    ]),
    [words.say("playground.again_answer"), answer(then), answer(now)],
  ];
  return (
    <table className="again-compare">
      <thead>
        <tr>
          <td />
          <th>{words.say("playground.again_then")}</th>
          <th>{words.say("playground.again_now")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, before, after]) => (
          <tr key={name} className={now && before !== after ? "differs" : undefined}>
            <th scope="row">{name}</th>
            <td>
              <bdi>{before}</bdi>
            </td>
            <td>
              <bdi>{after}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function listed(texts: readonly string[]): string {
  return texts.length === 0 ? "–" : texts.map(asSentence).join(" · ");
}
