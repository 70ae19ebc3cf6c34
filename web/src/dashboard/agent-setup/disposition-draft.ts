/** The values that a question about calls may have, as a person writes them: one a line, its meaning after a colon. Pure. */
import type { Disposition } from "@ongea/contract";

type Option = NonNullable<Disposition["objective_options"]>[number];

export const MOST_VALUES = 30;
const LONGEST_VALUE = 200;
const LONGEST_MEANING = 1_000;

export function valuesOf({ is_objective: hasValues, objective_options: options }: Disposition): string[] {
  return (hasValues ? (options ?? []) : []).flatMap((one) => [one, ...one.sub_options]).map(({ value }) => value);
}

export function linesOf({ is_objective: hasValues, objective_options: options }: Disposition): string {
  return (hasValues ? (options ?? []) : []).map(lineOf).join("\n");
}

function lineOf({ value, condition }: Option): string {
  const meaning = condition.replaceAll(/\s+/g, " ").trim();
  return meaning === "" ? value : `${value}: ${meaning}`;
}

/** One that stands as it stood keeps what is below it, which lines do not show. */
export function optionsIn(lines: string, before: readonly Option[]): Option[] {
  const options = new Map<string, Option>();
  for (const line of lines.split("\n")) {
    const same = before.find((one) => lineOf(one) === line.trim());
    const [value = "", ...meaning] = line.split(":");
    const name = value.trim().slice(0, LONGEST_VALUE);
    if (name === "" || options.has(name)) continue;
    const { sub_options = [] } = before.find((one) => one.value === name) ?? {};
    options.set(name, same ?? { value: name, condition: meaning.join(":").trim().slice(0, LONGEST_MEANING), sub_options });
  }
  return [...options.values()].slice(0, MOST_VALUES);
}
