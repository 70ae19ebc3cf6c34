/** Which tool a sentence asks for, where it does so plainly. */
import { answerTypeOf } from "../facts/question-type.ts";
import { namesClock, namesDay } from "../forms/names-kind.ts";
import type { Form } from "../forms/form.ts";
import { asksSomething } from "../spoken/acts.ts";
import { segmentsOf } from "../spoken/plain.ts";
import { dayIn } from "../spoken/dates.ts";
import { timeIn } from "../spoken/times.ts";
import { quantitiesIn } from "../spoken/quantities.ts";
import type { World } from "../world.ts";
import { wantsDone } from "./intents.ts";
import { rankIntents, TOO_NEAR, UNDERSTOOD } from "./rank.ts";

export type Request = { form: Form; score: number };

/** What a call of the agent's is for is likelier to be meant than anything else. */
const INVITED = 1;

function saysValue(segment: string): boolean {
  return namesDay(segment) || namesClock(segment) || quantitiesIn(segment).length > 0;
}

export function findRequest(
  segment: string,
  world: World,
  invitedTo = "",
): Request | { either: readonly [Request, Request] } | undefined {
  const [best, second] = rankIntents(
    segment,
    world.forms.filter((form) => form !== world.message),
    world,
  )
    .map(({ form, score }) => ({
      form,
      score: form.tool === invitedTo && !asksSomething(segment) && saysValue(segment) ? score + INVITED : score,
    }))
    .toSorted((a, b) => b.score - a.score);
  if (!best || best.score < UNDERSTOOD) return undefined;
  if ((onlyAsksAbout(segment) || asksPrice(segment)) && !best.form.looksUp) return undefined;
  if (second && second.score >= UNDERSTOOD && best.score - second.score < TOO_NEAR) return { either: [best, second] };
  return best;
}

/** "Quick question", "I only want to ask", "naulizia tu": nothing is to be done, whatever is spoken of. */
const ONLY_ASKS =
  /(?<!\p{L})(?:quick (?:question|one)|(?:(?:just|only) )?(?:(?:i )?(?:want|wanted|like|wish|need)(?:ed)? to|to) (?:just |only |first )?(?:ask|inquire|enquire|know|find out|make an? (?:inquiry|enquiry))|(?:just|only) (?:asking|inquiring|enquiring|calling to ask)|i am inquiring|(?:na|nina|nilikuwa na)?ulizia(?: tu)?|nauliza(?: tu)?|(?:naomba|nataka|nilitaka) (?:ku)?uliz[ae]|(?:nataka|nilitaka|ningependa|ningetaka) kujua|nina swali|juste (?:un renseignement|une (?:petite )?question|savoir)|(?:un|une) (?:petit |petite )?(?:renseignement|question)|je (?:voulais|voudrais|veux|aimerais) (?:juste )?(?:savoir|demander|me renseigner))(?!\p{L})/iu;

export function onlyAsks(text: string): boolean {
  return ONLY_ASKS.test(text);
}

/** "Is that a problem?", "must I make an appointment for those?" */
const ASKS_LEAVE =
  /(?:^|[\s,.;])(?:(?:is|would|will) (?:it|that|this)(?: be)? (?:a |an |any )?(?:problem|issue|okay|ok|fine|alright|allowed|trouble|enough)|(?:must|should) (?:i|we) (?:really |also |first )?(?:make|book|take|get|have|bring|come|pay|wait|call)|(?:am|are) (?:i|we) (?:allowed|stuck|late|supposed)|ni lazima ni\p{L}+|c'est un problème|ça pose (?:un )?problème)(?!\p{L})/iu;

/** "Do I need an appointment?", "how much is an appointment?" want an answer, not a booking. */
export function onlyAsksAbout(text: string): boolean {
  if (ASKS_LEAVE.test(text)) return true;
  // "If I take crutches from you, how much must I leave?"
  if (
    /^(?:(?:so|and|but|ok|please|hello|hi|good (?:morning|afternoon|evening|day))[,. ]+)*(?:if|suppose|what if) (?:i|we)\b[^.;!?]*,\s*(?:how (?:much|many|long)|what|when|where)\b/i.test(
      text.trim(),
    )
  )
    return true;
  if (/^(?:so |and |but |ok |please,? )*(?:if|suppose|what if) (?:i|we|my|the|one|somebody|someone)\b.*\?$/is.test(text.trim()))
    return true;
  if (
    /^(?:so |and |ok |please,? )*(?:which|what|who|why) (?!day|time|date|hour|about|of)\p{L}+ (?:can|should|must|do|does|is|are|will)\b/iu.test(
      text.trim(),
    )
  )
    return true;
  if (
    /^(?:so |and |ok |hello |hi |howzit |excuse me )*(?:do (?:i|we) (?:have to|need)|how (?:much|many|long|early|often|far))\b/i.test(
      text.trim(),
    )
  )
    return true;
  return (
    /^(?:so |and |ok |hello |hi |excuse me )*(?:do i|do (?:you|they)(?: people| guys)? (?:also |even |still )?(?:come|go|work|travel|visit|treat|teach|deliver|sell|repair|fix|accept|charge)|does|how much|how long|what|where|is it|are|when do|bei|combien|faut-il|est-ce qu'il faut)\b/i.test(
      text.trim(),
    ) && !wantsDone(text)
  );
}

/** "And his vaccine, how much do you take?" is no order, unless it says so. */
function asksPrice(segment: string): boolean {
  return answerTypeOf(segment) === "amount" && asksSomething(segment) && !wantsDone(segment);
}

/** "How much is it, and does the insurance pay?": what is asked later says nothing of it. */
export function withoutLater(text: string, segment: string): string {
  const segments = segmentsOf(text);
  const later = segments.slice(segments.indexOf(segment) + 1).filter(asksSomething);
  return later.length === 0 ? text : segments.filter((one) => !later.includes(one)).join(" ");
}

/** "Saturday, say, twelve thirty?" asks for an appointment; "what time on Saturday?" for the hours. */
export function saysVisit({ fields }: Form, segment: string, world: World): boolean {
  const takes = (kind: string): boolean => fields.some((field) => field.kind === kind || field.kind === "moment");
  if (
    !takes("day") ||
    !takes("time") ||
    /\b(?:what time|when|how|open|close[ds]?|saa ngapi|lini|quand|quelle heure)\b/i.test(segment)
  )
    return false;
  const day = dayIn(segment, world.now.day);
  return day !== undefined && "day" in day && namesDay(segment) && timeIn(segment) !== undefined;
}
