/** Masks a call's journal as it is written: what is stored, pushed or sent afterwards has masks already. */
import type { Entry, MaskedKind, Turn } from "@ongea/contract";
import type { TurnHearing } from "@ongea/conversation";
import { findPersonal, maskPersonal, nameIn, withMasks, type PersonalContext } from "@ongea/conversation/values";
import { rewriteEntry } from "./redact.ts";
import { placeValues, wholeTurn } from "./silent-ranges.ts";

export interface MaskParts {
  kinds: ReadonlySet<MaskedKind>;
  /** BCP 47, until a turn says another. */
  language: string;
  /** ISO 3166: of numbers without a country code. */
  country: string;
}

export interface JournalMask {
  /** The same entry where nothing of it is masked; undefined: it is for nobody. */
  mask(entry: Entry, hearing?: TurnHearing): Entry | undefined;
  /** Names were learnt since this was last asked: earlier entries may hold them. */
  hasNewNames(): boolean;
  /** An entry that was masked before these names were known. */
  maskNames(entry: Entry): Entry;
}

/** Of slots and arguments that hold a name. */
export const NAMED_SLOT = /name|nom\b|jina|nome|suna|oruk|igama/i;
const MOST_NAMES = 50;
const LONGEST_NAME = 100;

export function createJournalMask({ kinds, language, country }: MaskParts): JournalMask {
  const names = new Set<string>();
  let hasNew = false;
  let before: string | undefined;
  let spoken = language;
  const learn = (name: string | undefined): void => {
    if (!kinds.has("name") || name === undefined || name.length > LONGEST_NAME || names.size >= MOST_NAMES) return;
    if (name.trim() === "" || names.has(name)) return;
    names.add(name);
    hasNew = true;
  };
  const context = (isAnswer: boolean) => ({
    kinds,
    language: spoken,
    country,
    names: [...names],
    ...(isAnswer && before !== undefined && { before }),
  });
  const rewrite =
    (isAnswer = false) =>
    (text: string): string =>
      maskPersonal(text, context(isAnswer));
  return {
    mask(entry, hearing) {
      switch (entry.kind) {
        // Half a number is not known as one.
        case "partial":
        case "saying":
          return undefined;
        case "key":
          return kinds.has("digits") || kinds.has("card") ? { ...entry, digit: "*" } : entry;
        // Of the workspace's own telephones.
        case "transfer":
          return entry;
        case "turn": {
          const isCaller = entry.by === "caller";
          if (isCaller && entry.language !== undefined) spoken = entry.language;
          if (isCaller) learn(nameIn(entry.text, context(true)));
          const masked = maskTurn(entry, context(isCaller), hearing);
          before = isCaller ? undefined : entry.text;
          return masked;
        }
        case "form": {
          for (const { name, value } of entry.slots) if (NAMED_SLOT.test(name)) learn(String(value));
          return rewriteEntry(entry, rewrite());
        }
        default:
          return rewriteEntry(entry, rewrite());
      }
    },
    hasNewNames() {
      const had = hasNew;
      hasNew = false;
      return had;
    },
    maskNames(entry) {
      if (entry.kind === "transfer" || entry.kind === "key") return entry;
      const onlyNames: PersonalContext = { ...context(false), kinds: new Set(["name"]) };
      return entry.kind === "turn" ? maskTurn(entry, onlyNames) : rewriteEntry(entry, (text) => maskPersonal(text, onlyNames));
    },
  };
}

/** With where it is silent in the recording. What was masked before says no more how long it was: then the whole turn is. */
function maskTurn(turn: Turn, context: PersonalContext, hearing?: TurnHearing): Turn {
  const found = findPersonal(turn.text, context);
  // Whoever knows not all of the words knows not what is masked.
  if (found.length === 0) return hearing?.isWhole === false ? { ...turn, silenced: [wholeTurn(turn)] } : turn;
  const silenced = turn.silenced ? [wholeTurn(turn)] : placeValues(turn, found, hearing);
  return { ...turn, text: withMasks(turn.text, found), silenced };
}
