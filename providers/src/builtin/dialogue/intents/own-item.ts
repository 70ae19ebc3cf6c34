/** Which tool says how far something of the caller's own is. */
import type { Form } from "../forms/form.ts";
import type { World } from "../world.ts";
import { onlyAsksAbout } from "./find-request.ts";
import { rankIntents } from "./rank.ts";

/** "I dropped off a suit. Is it done?": what is the caller's own is looked up by its number, in whatever words; the likeliest tool, or the only one. */
export function ownItem(segment: string, around: string, world: World): Form | undefined {
  if (
    !IS_OWN.test(around) ||
    !ASKS_STATE.test(segment) ||
    (!IS_OWN.test(segment) && !POINTS_AT_IT.test(segment) && onlyAsksAbout(segment))
  )
    return undefined;
  const tools = world.forms.filter(
    ({ looksUp, fields }) => looksUp && fields.some(({ kind, required }) => kind === "code" && required),
  );
  const [likeliest] = rankIntents(around, tools, world);
  return likeliest?.form ?? (tools.length === 1 ? tools[0] : undefined);
}

/** "Is it ready or not?", after what was brought was named. */
const POINTS_AT_IT = /^\W*(?:(?:and|so|but|please) )*(?:is|are|has|have) (?:it|they|that|this|those)\b/i;

/** What was given, ordered or bought by the caller before. */
export const IS_OWN =
  /\b(?:i|we)(?:'ve| have|'d| had)? (?:already |just |still )?(?:dropped(?: off)?|brought|left|sent|ordered|placed|applied|bought|gave|took|deposited|handed|submitted|requested)\b|\b(?:do (?:i|we)|(?:i|we)) still (?:have|got)\b|\b(?:i|we) have left\b|\b(?:do|have) (?:i|we) (?:have|got) left\b|\bj'ai (?:commandé|déposé|apporté|laissé|envoyé|acheté)|\bil (?:me|nous) reste\b|\b(?:ni|tu)(?:li|me)(?:agiza|leta|tuma|acha|peleka|nunua)\p{L}*/iu;
const ASKS_STATE =
  /\b(?:ready|done|finished|complete[d]?|arrived|how far|status|progress|left|remain\p{L}*|still have|prête?s?|terminée?s?|finie?s?|où en|arrivée?s?|reste|tayari|imefika|imeisha|(?:i|zi|ya|li)mebaki)\b/iu;
