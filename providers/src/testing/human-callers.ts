/**
 * People's voices, as far as Debian carries them: the prompts of Asterisk, word by word, said by Allison Smith (CC BY-SA 3.0), joined to answers; and
 * one number of TIDIGITS from the test data of PocketSphinx. Joined words are clearer than running speech and have its melody not: the figures say so.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readWav } from "@ongea/conversation";
import { joined, quiet } from "./flite-speech.ts";
import type { SlotAnswer, SlotCaller } from "./slot-answers.ts";
import { resampled } from "./telephone-band.ts";

const PACKAGES = ["asterisk-core-sounds-en-wav", "pocketsphinx-testdata"] as const;
const PROMPTS = "usr/share/asterisk/sounds/en_US_f_Allison";
const TIDIGITS = "usr/share/pocketsphinx/test/data/tidigits/dhd.2934z.raw";
/** Between two words of one answer. */
const GAP_MS = 40;

/** Their recordings, unpacked below `folder` and fetched where they are not there yet; none, with the reason told, where they are not to be had. */
export function humanCallers(folder: string, say: (line: string) => void): SlotCaller[] {
  try {
    if (!existsSync(join(folder, PROMPTS)) || !existsSync(join(folder, TIDIGITS))) fetchPackages(folder);
  } catch (error) {
    say(`People's voices could not be had from Debian: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
  const prompt = (name: string): Int16Array => {
    const { samples, sampleRateHz } = readWav(readFileSync(join(folder, PROMPTS, `${name}.wav`)));
    return resampled(samples, sampleRateHz, 16_000);
  };
  return [
    {
      name: "Allison Smith, word by word",
      answers: ANSWERS.map(({ answer }) => answer),
      async say(answer) {
        const words = ANSWERS.find((one) => one.answer === answer)?.words ?? "";
        return joined(words.split(" ").flatMap((word) => [prompt(fileOf(word)), quiet(GAP_MS)]));
      },
    },
    {
      name: "a man of TIDIGITS",
      answers: [{ kind: "order number", asked: "code", said: "two nine three four zero", slots: { code: "29340" } }],
      async say() {
        const bytes = readFileSync(join(folder, TIDIGITS));
        return resampled(new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1), 16_000, 16_000);
      },
    },
  ];
}

function fetchPackages(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of PACKAGES) {
    execFileSync("apt-get", ["download", name], { cwd: folder, stdio: "ignore", timeout: 120_000 });
    const file = execFileSync("sh", ["-c", `ls ${name}_*.deb | head -1`], { cwd: folder, encoding: "utf8" }).trim();
    execFileSync("dpkg-deb", ["-x", file, "."], { cwd: folder, timeout: 60_000 });
  }
}

/** Words that are files of their own; everything else is below `digits`. */
function fileOf(word: string): string {
  if (word.length === 1 && /[a-z]/.test(word)) return `letters/${word}`;
  return word.includes("/") ? word.slice(1) : `digits/${word}`;
}

interface Recorded {
  /** Names of files, one after the other. */
  words: string;
  answer: SlotAnswer;
}

const recorded = (kind: string, said: string, words: string, rest: Omit<SlotAnswer, "kind" | "said">): Recorded => ({
  words,
  answer: { kind, said, ...rest },
});
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
/** Of the week that begins the day after the Saturday on which the call is made. */
const dateOf = (weekday: number): string => `2026-11-${22 + weekday}`;

const ANSWERS: readonly Recorded[] = [
  ...DAYS.map((day, i) => recorded("day", day, `day-${i}`, { asked: "day", slots: { day: dateOf(i) } })),
  recorded("day", "tomorrow", "tomorrow", { asked: "day", slots: { day: "2026-11-22" } }),
  recorded("day", "December twelfth", "mon-11 h-12", { asked: "day", slots: { day: "2026-12-12" } }),
  recorded("day", "December third", "mon-11 h-3", { asked: "day", slots: { day: "2026-12-03" } }),
  recorded("day and time", "Tuesday at ten a m", "day-2 at 10 a-m", { asked: "day", slots: { day: dateOf(2), time: "10:00" } }),
  recorded("day and time", "tomorrow at three p m", "tomorrow at 3 p-m", {
    asked: "day",
    slots: { day: "2026-11-22", time: "15:00" },
  }),
  recorded("day and time", "Friday at two thirty p m", "day-5 at 2 30 p-m", {
    asked: "day",
    slots: { day: dateOf(5), time: "14:30" },
  }),
  recorded("day and time", "Monday at nine o'clock", "day-1 at 9 oclock", {
    asked: "day",
    slots: { day: dateOf(1), time: "~09:00" },
  }),
  recorded("time", "ten o'clock", "10 oclock", { asked: "time", slots: { time: "~10:00" } }),
  recorded("time", "nine thirty a m", "9 30 a-m", { asked: "time", slots: { time: "09:30" } }),
  recorded("time", "two p m", "2 p-m", { asked: "time", slots: { time: "14:00" } }),
  recorded("time", "three fifteen p m", "3 15 p-m", { asked: "time", slots: { time: "15:15" } }),
  recorded("time", "eleven forty five a m", "11 40 5 a-m", { asked: "time", slots: { time: "11:45" } }),
  recorded("phone", "zero seven one two three four five six seven eight", "0 7 1 2 3 4 5 6 7 8", {
    asked: "phone",
    slots: { phone: "0712345678" },
  }),
  recorded("phone", "oh seven two two nine one eight three six four", "oh 7 2 2 9 1 8 3 6 4", {
    asked: "phone",
    slots: { phone: "0722918364" },
  }),
  recorded("phone", "zero seven three five zero eight eight one four nine", "0 7 3 5 0 8 8 1 4 9", {
    asked: "phone",
    slots: { phone: "0735088149" },
  }),
  recorded("order number", "four eight one five seven", "4 8 1 5 7", { asked: "code", slots: { code: "48157" } }),
  recorded("order number", "two zero nine three six", "2 0 9 3 6", { asked: "code", slots: { code: "20936" } }),
  recorded("order number", "seven seven one oh five", "7 7 1 oh 5", { asked: "code", slots: { code: "77105" } }),
  recorded("name, spelled", "m a r y", "m a r y", { asked: "name", slots: { name: "Mary" } }),
  recorded("name, spelled", "g r a c e", "g r a c e", { asked: "name", slots: { name: "Grace" } }),
  recorded("something else", "I'm sorry", "/im-sorry", { asked: "day" }),
  recorded("something else", "please try again", "/please-try-again", { asked: "time" }),
  recorded("something else", "one moment please", "/one-moment-please", { asked: "day" }),
];
