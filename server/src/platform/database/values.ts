/** Many values in one parameter, and many rows a page at a time. */
import { sql, type SQL } from "drizzle-orm";

/** `column in ${among(values)}` for any number of values, none too. */
export function among(values: readonly string[], type: "text" | "uuid" = "text"): SQL {
  return sql`(select value::${sql.raw(type)} from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;
}

/** What people write without the country: so many digits, with a zero before them or without. */
const NATIONAL_DIGITS = 9;

/** A column in which people have written numbers as they like: one of these, with its country or without one. */
export function isWrittenLike(column: string, phones: readonly string[]): SQL {
  const whole = phones.map((phone) => phone.replace(/\D/g, ""));
  const ends = whole.map((digits) => digits.slice(-NATIONAL_DIGITS));
  const written = sql`coalesce(${sql.identifier(column)}, '')`;
  const digits = sql`regexp_replace(regexp_replace(${written}, '\\D', '', 'g'), '^00', '')`;
  return sql`(${digits} in ${among(whole)} or (${written} !~ '^\\s*[+]' and right(${digits}, ${NATIONAL_DIGITS}::int) in ${among(ends)}
    and length(${digits}) between ${NATIONAL_DIGITS}::int and ${NATIONAL_DIGITS + 1}::int))`;
}

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** Whatever rows there are, in the order of their ids; `after`: the id of the last one. */
export async function* pagesById<Row>(
  next: (after: string) => Promise<{ rows: { id: string; row: Row }[] }>,
): AsyncGenerator<readonly Row[]> {
  for (let last = BEFORE_ALL; ;) {
    const { rows } = await next(last);
    const end = rows.at(-1);
    if (!end) return;
    yield rows.map(({ row }) => row);
    last = end.id;
  }
}

/** Each value once, in its order, a page at a time; `after`: the last one. */
export async function* pagesByValue(
  next: (after: string) => Promise<{ rows: { value: string }[] }>,
): AsyncGenerator<readonly string[]> {
  for (let last = ""; ;) {
    const { rows } = await next(last);
    const end = rows.at(-1);
    if (!end) return;
    yield rows.map(({ value }) => value);
    last = end.value;
  }
}

/** All rows at once, as a page. */
export async function* onePage<Row>(ask: () => Promise<{ rows: { row: Row }[] }>): AsyncGenerator<readonly Row[]> {
  const { rows } = await ask();
  yield rows.map(({ row }) => row);
}
