/** The guard of one conversation, with what its journal hears of it. */
import type { ConversationParts } from "../conversation-parts.ts";
import type { JournalEntry } from "../journal.ts";
import type { ArgumentChecker } from "../ports.ts";
import { spokenValues } from "./spoken-values.ts";
import { createFormGuard, type FormEntries, type FormGuard, type FormSlot } from "./index.ts";

const NO_CHECKER: ArgumentChecker = (_schema, value) => ({ value, problems: [] });

export function guardOf(
  { plan, values, checkArguments }: Pick<ConversationParts, "plan" | "values" | "checkArguments">,
  sinceMs: () => number,
  write: (entry: JournalEntry) => void,
): FormGuard & FormEntries {
  const atMs = (): number => Math.round(sinceMs());
  const forms = new Map<string, string>();
  const guard = createFormGuard({
    reader: values ?? spokenValues(),
    checkArguments: checkArguments ?? NO_CHECKER,
    country: plan.country,
    callerNumber: plan.callerNumber ?? "",
    facts: plan.facts ?? [],
    instructions: [plan.welcomeMessage, plan.instructions, ...plan.knowledge.map(({ text }) => text)].join("\n"),
    tools: plan.tools,
    holdsFacts: plan.holdsUnknownFacts === true,
    corrected: (correction) => write({ kind: "corrected", atMs: atMs(), ...correction }),
  });
  const open = new Map<string, readonly FormSlot[]>();
  const filled: FormEntries["filled"] = (tool, slots) => {
    const form = JSON.stringify(slots);
    if (slots.length === 0 || forms.get(tool) === form) return;
    forms.set(tool, form);
    write({ kind: "form", atMs: atMs(), tool, slots });
  };
  return {
    ...guard,
    filled,
    ran(call, tool, outcome) {
      if (outcome.ok) open.delete(call.name);
      guard.ran(call, tool, outcome);
    },
    forms: () =>
      [...open].map(([tool, slots]) => ({ tool, slots: slots.map(({ name, value, state }) => ({ name, value, state })) })),
    held({ name, arguments: given }, { held, round, form, ask }) {
      filled(name, form);
      if (form.length > 0) open.set(name, form);
      const { slot, reason, detail } = held;
      const about = { ...(slot === undefined ? {} : { slot }), reason, ...(detail === undefined ? {} : { detail }) };
      write({ kind: "held", atMs: atMs(), name, arguments: given, ...about, round, asked: ask !== undefined });
    },
  };
}
