/** One thing that happened: a shape and a word for how it went, what it was about, and when. */
import { chosenOf } from "../ui/chosen.ts";
import { CURRENCIES, type ActivityEvent } from "@ongea/contract";
import { Link } from "react-router";
import { numberInWords } from "../call/who.ts";
import { paths } from "../paths.ts";
import { useWords, type Words } from "../words/index.ts";
import { useMoney } from "./money.ts";

const SHAPES = { success: "good", info: "info", error: "bad" } as const;

export function Happened({ happening, children }: { happening: ActivityEvent; children?: React.ReactNode }): React.ReactNode {
  const words = useWords();
  const { kind, tone, at } = happening;
  const place = cursorOf(happening);
  const title = words.say(`events.${kind}`);
  const about = aboutOf(happening, words, useMoney());
  return (
    <li>
      <span className={`status ${SHAPES[tone]}`}>
        <span className="visually-hidden">{words.say(`home.tone_${tone}`)}: </span>
        {place === undefined ? (
          title
        ) : (
          <Link className="hover:underline" to={place}>
            {title}
          </Link>
        )}
      </span>
      <time className="hint" dateTime={at} title={words.moment(at)}>
        {words.ago(at)}
      </time>
      <span className="hint about">{about}</span>
      {children}
    </li>
  );
}

function cursorOf({ subject, details: { from } }: ActivityEvent): string | undefined {
  if (subject?.kind === "call") return paths.call(subject.id) + (from ? `?t=${from}` : "");
  if (subject?.kind === "agent") return paths.agent(subject.id);
  if (subject?.kind === "thread") return paths.thread(subject.id);
  if (subject?.kind === "lead") return paths.settings("leads");
  return subject?.kind === "member" ? paths.settings("members") : undefined;
}

/** A phone number keeps its order in every script. */
function numberOf(given: string | number | undefined, words: Words): string {
  const number = String(given ?? "");
  if (number === "") return "";
  const told = numberInWords(number, words);
  return told === number ? `\u2066${number}\u2069` : told;
}

function aboutOf({ details }: ActivityEvent, words: Words, money: Words["money"]): string {
  const { name, number, seconds, amount, currency } = details;
  return (
    [
      name,
      numberOf(number, words),
      typeof seconds === "number" && seconds > 0 ? words.duration(seconds) : "",
      typeof amount === "number" ? money(amount, chosenOf(CURRENCIES, String(currency))) : "",
    ]
      .filter((part) => part !== undefined && part !== "")
      // Names and durations run their own way within a line that runs from the right.
      .map((part) => (words.direction === "rtl" ? `\u2068${part}\u2069` : part))
      .join(" · ")
  );
}
