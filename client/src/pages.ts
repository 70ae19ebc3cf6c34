/** Lists that come page by page, read one after the other as far as somebody wants them. */

/** Pages that name the place where the next one begins. */
export async function* byCursor<T>(
  page: (cursor: string | undefined) => Promise<{ data: T[]; next: string | null }>,
): AsyncGenerator<T, void, void> {
  let cursor: string | undefined;
  do {
    const { data, next } = await page(cursor);
    yield* data;
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}

/** Numbered pages, as the wire API has them. */
export async function* byNumber<T>(
  page: (number: number) => Promise<{ data: T[]; has_more: boolean }>,
): AsyncGenerator<T, void, void> {
  for (let number = 1, more = true; more; number++) {
    const { data, has_more } = await page(number);
    yield* data;
    more = has_more && data.length > 0;
  }
}
