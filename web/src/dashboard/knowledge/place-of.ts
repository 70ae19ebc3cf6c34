import type { KnowledgePassage } from "@ongea/contract";
import type { Words } from "../../words/index.ts";

/** Where a passage stands in its item: its number, and its pages where there are any. */
export function placeOf(words: Words, passage: Pick<KnowledgePassage, "number" | "page" | "last_page">): string {
  const { number, page, last_page: lastPage } = passage;
  const place = words.say("knowledge.passage", { number: words.number(number) });
  if (page === null || lastPage === null) return place;
  const pages =
    page === lastPage
      ? words.say("knowledge.page", { number: words.number(page) })
      : words.say("knowledge.pages", { first: words.number(page), last: words.number(lastPage) });
  return `${place} · ${pages}`;
}
