/** Which of these was chosen in a list that offers no others. */
export function chosenOf<Value extends string | number>(all: readonly Value[], value: string): Value {
  const found = all.find((one) => String(one) === value);
  if (found === undefined) throw new Error(`Nobody offers ${value}`);
  return found;
}
