/**
 * What happens to people on the telephone anywhere, by what they say of it and by how a prompt names it: anger, trouble, a wrong number, no time. What the
 * prompt tells to do then is done; each circumstance has a plain answer where it tells nothing. Data by language.
 */
import { findIntents } from "../intents/intents.ts";
import { conceptsOf } from "../spoken/concepts.ts";
import { plain, unaccented } from "../spoken/plain.ts";
import type { Situation } from "./situations.ts";
import { entriesOf } from "@ongea/conversation";

export type Circumstance =
  | "upset"
  | "trouble"
  | "wrong-number"
  | "busy"
  | "opt-out"
  | "fraud"
  | "secret"
  | "refuses"
  | "paid"
  | "child"
  | "person";

interface Signs {
  /** How a prompt names it. */
  named: RegExp;
  /** How callers show it. */
  said: RegExp;
}

const SIGNS: Readonly<Record<Circumstance, Signs>> = {
  upset: {
    named:
      /\b(?:upset|angry|annoyed|furious|rude|complain\w*|shouts?|frustrated|unhappy|hasira|lalamik\w+|fache|colere|mecontent|plaint)\b/,
    said: /\b(?:thie(?:f|ves)|robbers?|crooks?|cheat(?:s|ed|ing)?|robb(?:ed|ing)|fed up|sick and tired|tired of (?:you|this|your|calling|waiting)|i am tired|disgust\w*|ridiculous|nonsense|rubbish|unacceptable|shame on|useless|pathetic|how dare|what kind of (?:service|people|company|place)|(?<!\bmy (?:\w+ ){1,2}(?:looks?|is|are|was|were|feels?|smells?) (?:\w+ )?)(?:worst|terrible|horrible)|angry|furious|annoyed|never (?:again|coming back)|you(?: people)? again|(?:every|each) (?:day|week|month|time) you|you people (?:are (?:so|too|always|just|all|not|really|very|wasting|playing|joking|cheating|lying)|never|always|just|keep)|not happy|very bad|poor service|rude|insult\w*|told me (?:to )?go away|wasting my (?:time|money)|(?:second|third|fourth|fifth) time (?:i|this|now)|since (?:morning|yesterday|last week)[^?]*(?:nobody|no one|nothing)|wezi|mwizi|nimechoka|hasira|upuuzi|mnatuibia|voleurs?|inadmissible|scandal\w*|honte|en colere|ras le bol|n'importe quoi|inacceptable)\b/,
  },
  trouble: {
    named:
      /\b(?:trouble|illness|ill|sick|funeral|died|death|bereave\w*|hospital|lost (?:a|their|his|her) job|hardship|difficult\w*|msiba|ugonjwa|shida|deces|maladie|deuil|hospitalis\w+)\b/,
    said: /\b(?:admitted|in (?:the )?hospital|hospitali[sz]ed|theatre|operation|passed away|died|funeral|burial|bury|buried|bereaved|lost (?:my|our) (?:job|husband|wife|father|mother|child|son|daughter|brother|sister|baby|mum|dad|grand\w+|uncle|aunt)|(?:is|am|been|very|so) (?:very |so )?(?:sick|ill)\b|accident|flood(?:ed|s)?|fire destroyed|msiba|amefariki|amefiwa|nimefiwa|hospitalini|amelazwa|mgonjwa|decede|enterrement|hospitalise|deuil|malade)\b/,
  },
  "wrong-number": {
    named: /\b(?:wrong (?:number|person)|namba (?:si )?sahihi|faux numero|mauvais numero|erreur)\b/,
    said: /\b(?:wrong number|wrong person|isn't (?:this|that)|is (?:this|that) not|i (?:wanted|meant|was (?:looking|calling|after)|am looking)|(?:dial|call|phon)l?ed (?:me )?(?:by mistake|wrong(?:ly)?)|not (?:his|her|their) (?:number|phone|line)|no (?:such person|\w+ (?:here|lives here))|(?:there is|there's) no \w+ here|(?:don't|do not) know (?:any|her|him|that person|this person|anybody called|anyone called)|never heard of (?:her|him)|umekosea namba|umepiga namba siyo|si mimi unayemtafuta|faux numero|vous vous trompez de numero)\b/,
  },
  busy: {
    named:
      /\b(?:bad time|no time|busy|not (?:now|convenient)|inconvenient|hana (?:muda|nafasi)|pas le (?:temps|moment)|occupe)\b/,
    said: /\b(?:(?:i am|i'm|we are|we're|am) (?:driving|busy|at work|(?:in|inside|at) (?:an? |the )?(?:meeting|class|lecture|interview|service|funeral|hospital|church|traffic|the bank|matatu|taxi)|working|cooking|at the)|(?:can't|cannot|can not) talk|not (?:a )?(?:good|right) time|bad time|no time|(?:don't|do not) have time|in the middle of|call (?:me )?(?:later|(?:some |an)other (?:time|day)|again)|not now|niko (?:kazini|mkutanoni|njiani)|ninaendesha|sina (?:muda|nafasi)|baadaye|je (?:conduis|travaille)|pas le temps|en reunion|rappelez plus tard)\b/,
  },
  "opt-out": {
    named:
      /\b(?:not want to be called|taken off|off the list|remove(?:d)?|(?:doesn't|does not|don't) want (?:to be called|calls|any more calls)|called any ?more|stop calling|ne plus (?:etre )?appele)\b/,
    said: /\b(?:(?:stop|don't|do not|never) (?:ever )?(?:calling|call|phone|phoning|ring|ringing|contact\w*|disturb\w*)(?: me| us| this)?|(?:remove|delete) (?:me|my (?:name|number)|us)|take (?:me|my (?:name|number)|us) (?:off|from (?:your|the|this) list|out of (?:your|the|this) list)|off (?:your|the|this) list|not (?:to )?be called|msinipigie|usinipigie|acheni kunipigia|ondoa (?:namba|jina)|ne m'appelez plus|retirez(?:-| )moi|arretez de m'appeler)\b/,
  },
  fraud: {
    named: /\b(?:fraud|scam|stolen|hack\w*|suspicious|utapeli|wizi|fraude|vol|arnaque)\b/,
    said: /\b(?:fraud\w*|scam\w*|hack(?:ed|er|ing)?|swapped|conned|tricked|fake (?:call|message|agent|sms)|pretend(?:ing|ed)? to be|(?:stole|stolen|stealing|taking|withdrawing|cashing)(?: \w+){0,3} (?:money|account|till|sim|card|phone|wallet)|without my (?:permission|knowledge)|someone (?:has )?(?:withdrew|used|is using) my|tapeli\w*|wamenitapeli|wameniibia|arnaqu\w+|pirate\w*|vole mon)\b/,
  },
  secret: {
    named: /\b(?:pin|password|secret (?:code|number)|passcode|otp|namba ya siri|nywila|code secret|mot de passe)\b/,
    said: /\b(?:my (?:pin|password|passcode|secret (?:code|number|word)|otp|cvv)|(?:pin|password|otp) (?:is|number is)|(?:gave|told|sent|give|tell) (?:him|her|them|you|somebody|someone) (?:my|the) (?:pin|password|code|otp)|asked (?:me )?for (?:it|my pin|the pin|my password)|namba yangu ya siri|pin yangu|mon code(?: secret)?|mon mot de passe)\b/,
  },
  refuses: {
    named:
      /\b(?:don't want|doesn't want|do not want|does not want|no interest|not interested|refuses?|hataki|ne veut pas|refuse)\b/,
    said: /\b(?:not interested|no interest|(?:don't|do not) want to (?:answer|do|take part|come|give|talk|participate)|no questions|sihitaji|sitaki|pas interessee?|ca ne m'interesse pas)\b/,
  },
  paid: {
    named: /\b(?:paid already|already paid|has paid|amount is wrong|disput\w*|ameshalipa|deja paye)\b/,
    said: /\b(?:(?:have|i've|i had|already) (?:already )?(?:paid|cleared|settled|sent)|i paid|paid (?:it |that |this |you )?(?:already|last|yesterday|on)|that(?:'s| is) not (?:what i owe|the amount|right)|(?:amount|figure|balance) is wrong|i (?:don't|do not) owe|nimeshalipa|nimelipa tayari|nilishalipa|j'ai (?:deja )?paye)\b/,
  },
  child: {
    named: /\b(?:child|children|minor|kids?|watoto|enfants?|mineurs?)\b/,
    said: /\b(?:i am|i'm|mimi nina|j'ai) (?:only )?(?:miaka )?(?:four|five|six|seven|eight|nine|ten|eleven|twelve|[4-9]|1[0-2]|minne|mitano|sita|saba|minane|tisa|kumi|quatre|cinq|sept|huit|neuf|dix)(?: years?(?: old)?| ans)?(?=$| (?:and|mama|mummy|mum|daddy|papa|my|old))|\b(?:mummy|mommy|mama|daddy|papa) (?:is|went|has|isn't|said|says|cannot|can't)\b/,
  },
  person: {
    named:
      /\b(?:wants? (?:to (?:talk|speak) (?:to|with) )?(?:a |the )?(?:person|human|manager|boss|somebody)|asks? for (?:a )?(?:person|human|manager)|insists?|anataka kuongea|veut parler)\b/,
    said: /(?!)/,
  },
};

const CIRCUMSTANCES = entriesOf(SIGNS);

/** What the caller shows. */
export function circumstancesIn(text: string): ReadonlySet<Circumstance> {
  const bare = unaccented(plain(text));
  const found = new Set(CIRCUMSTANCES.filter(([, { said }]) => said.test(bare)).map(([name]) => name));
  const intents = findIntents(text);
  // "I had booked for two, remove me": of the booking.
  if (intents.has("cancel") && !intents.has("stop-calls")) found.delete("opt-out");
  return found;
}

/** What the prompt tells to do then. */
export function situationFor(circumstance: Circumstance, situations: readonly Situation[]): Situation | undefined {
  return situations.find(({ when }) => SIGNS[circumstance].named.test(unaccented(plain(when))));
}

/** Words that a condition has whatever it is about. */
const EMPTY = new Set(
  conceptsOf(
    "kama mtu ikiwa iwapo mteja abiria mpigaji anayepiga quelqu un client cliente personne appelant quand lorsque if when somebody someone caller callers customer customers person people member patient guest anybody anyone agent client begin begins start starts say says ask asks want wants call calls wish wishes need needs ever really also something thing things have has been already now then says that the he she they him her time hours",
  ),
);
const ENOUGH = 0.6;

/** The situation that a text is in, by the words of its condition: most of them are said. */
export function situationIn(text: string, situations: readonly Situation[], least = ENOUGH): Situation | undefined {
  const said = new Set(conceptsOf(text));
  const [best] = situations
    .map((situation) => {
      const about = [...new Set(conceptsOf(situation.when))].filter((concept) => !EMPTY.has(concept));
      const hits = about.filter((concept) => said.has(concept)).length;
      return { situation, share: about.length === 0 ? 0 : hits / about.length };
    })
    .toSorted((a, b) => b.share - a.share);
  return best && best.share >= least ? best.situation : undefined;
}
