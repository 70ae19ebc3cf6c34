/** The next days but one on which the front desk is open, as callers say and tests write them: "Wednesday", "{wed}". */
const DAY_MS = 86_400_000;

/** Never tomorrow: of that "next Tuesday" is not said. */
const days = [2, 3, 4]
  .map((ahead) => new Date(Date.now() + ahead * DAY_MS).toLocaleDateString("en", { weekday: "long", timeZone: "Africa/Nairobi" }))
  .filter((day) => day !== "Sunday")
  .map((said) => ({ said, written: `{${said.slice(0, 3).toLowerCase()}}` }));

export const FIRST_DAY = days[0]!;
export const SECOND_DAY = days[1]!;
