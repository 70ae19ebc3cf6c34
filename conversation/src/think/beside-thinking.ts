import type { LanguageModel } from "../ports.ts";

/** All that a mind says and does but thinking, for one that thinks otherwise in its place. */
export function besideThinking(mind: LanguageModel): Omit<LanguageModel, "think"> {
  const { name, firstWordsMs, warm, opening, expecting } = mind;
  return {
    name,
    ...(firstWordsMs === undefined ? {} : { firstWordsMs }),
    ...(warm ? { warm: () => warm.call(mind) } : {}),
    ...(opening ? { opening: (request) => opening.call(mind, request) } : {}),
    ...(expecting ? { expecting: (request) => expecting.call(mind, request) } : {}),
  };
}
