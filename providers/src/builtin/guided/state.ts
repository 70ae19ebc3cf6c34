/** Where a guided dialogue stands, and what it says in one turn. */
import type { Expected } from "@ongea/conversation";
import type { Slot } from "./phrases/phrases.ts";
import type { Task } from "./tasks.ts";
import type { Language } from "./world.ts";
import { WORDS } from "./world.ts";

export type Asked = Slot | "confirm" | "change" | "anything-else" | "offer-message" | "how-can-i-help";

export interface State {
  language: Language;
  task: Task | undefined;
  asked: Asked;
  misses: number;
  abuses: number;
  lastSaid: string;
  /** The last thing said was the question whether the caller is still there. */
  wasAskedIfThere: boolean;
  /** The day and time for which the calendar has been asked. */
  checkedVisit: string;
}

export interface Turn {
  say: string[];
  tool?: { name: string; arguments: Record<string, string> };
  /** Ids of the knowledge passages that were quoted. */
  sources: string[];
  hangUp: boolean;
}

export function freshState(language: Language): State {
  return {
    language,
    task: undefined,
    asked: "how-can-i-help",
    misses: 0,
    abuses: 0,
    lastSaid: "",
    wasAskedIfThere: false,
    checkedVisit: "",
  };
}

/** Which answers the last question asks for. */
export function expectedAfter(state: State): Expected[] {
  const words = WORDS[state.language];
  switch (state.asked) {
    case "day":
      return [{ kind: "date" }, { kind: "time" }, { kind: "anything" }];
    case "time":
      return [{ kind: "time" }, { kind: "date" }, { kind: "anything" }];
    case "name":
      return [{ kind: "name" }, { kind: "anything" }];
    case "phone":
      return [{ kind: "phone" }];
    case "order":
      return [{ kind: "code" }, { kind: "digits", min: 3, max: 12 }];
    case "confirm":
    case "offer-message":
      return [{ kind: "yes-no" }, { kind: "anything" }];
    case "anything-else":
      return [{ kind: "yes-no" }, { kind: "phrase", phrases: words.openers }, { kind: "anything" }];
    case "how-can-i-help":
      return [{ kind: "phrase", phrases: words.openers }, { kind: "anything" }];
    default:
      return [{ kind: "anything" }];
  }
}

/** Ends what was being done: is there anything else? */
export function endWithOffer(state: State, turn: Turn): void {
  state.asked = "anything-else";
  state.misses = 0;
  turn.say.push(WORDS[state.language].anythingElse);
}

export function offerMessage(state: State, turn: Turn, because: string): void {
  turn.say.push(because, WORDS[state.language].offerMessage);
  state.asked = "offer-message";
}

export function isSlot(asked: Asked): asked is Slot {
  return asked === "day" || asked === "time" || asked === "name" || asked === "phone" || asked === "order" || asked === "message";
}
