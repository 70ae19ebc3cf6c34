import type { LanguageModel } from "../ports.ts";

/** All that a mind says and does but thinking, for one that thinks otherwise in its place. */
export function besideThinking(llm: LanguageModel): Omit<LanguageModel, "think"> {
  const { name, firstWordsMs, mostFirstWordsMs, warm, prepare, opening, expecting } = llm;
  return {
    name,
    ...(firstWordsMs === undefined ? {} : { firstWordsMs }),
    ...(mostFirstWordsMs === undefined ? {} : { mostFirstWordsMs }),
    ...(warm ? { warm: () => warm.call(llm) } : {}),
    ...(prepare ? { prepare: (request, isFallback) => prepare.call(llm, request, isFallback) } : {}),
    ...(opening ? { opening: (request) => opening.call(llm, request) } : {}),
    ...(expecting ? { expecting: (request) => expecting.call(llm, request) } : {}),
  };
}
