import { FAMILY_NAMES, FIRST_NAMES } from "./names.ts";

/** Bodies of the rules that `grammar.ts` joins, in JSGF. Every word must be in CMU's dictionary or be sayable by `pronounce.ts`. */

export const SHARED = `
<said> = well | okay | okay so | so | yes | yeah | sorry | no | it's | it is | that's | that is | it would be | i think | let's say | how about | what about
  | maybe | make it | my number is | the number is | my phone number is | sure it's | yes it's | no it's;
<lead> = /1/ <NULL> | /0.002/ <said>;
<please> = /1/ <NULL> | /0.02/ (please | thanks | thank you);
<on> = /1/ <NULL> | /0.1/ (on | for);
<at> = /1/ <NULL> | /0.1/ (at | for);
<the> = /1/ <NULL> | /0.1/ the;
<correct> = /1/ no | /0.3/ no sorry | /0.3/ no it's | /0.3/ no make it | /0.3/ make it | /0.2/ actually | /0.3/ no the (name | day | date | time | number | phone number) is
  | /0.2/ no (my | my phone | the phone) number is | /0.1/ nope;
<namelead> = yes | my name is | the name is | my name's | it's | it is | i'm | i am | this is | sorry it's | name is;
<digit> = zero | oh | one | two | three | four | five | six | seven | eight | nine;
<teen> = ten | eleven | twelve | thirteen | fourteen | fifteen | sixteen | seventeen | eighteen | nineteen;
<ty> = twenty | thirty | forty | fifty | sixty | seventy | eighty | ninety;
<nonzero> = one | two | three | four | five | six | seven | eight | nine;
<counted> = <nonzero> | (/1/ double | /0.1/ triple) <digit>;
<numbers> = /1/ <NULL> | /9/ <counted> <numbers> | /1/ zero <afterzero> | /1/ oh <afteroh>;
<afterzero> = /1/ <NULL> | /9/ <counted> <numbers> | /1/ zero <afterzero>;
<afteroh> = /1/ <NULL> | /9/ <counted> <numbers> | /1/ oh <afteroh>;
<number> = <nonzero> <numbers> | (double | triple) <digit> <numbers> | zero <afterzero> | oh <afteroh>;
<letter> = a | b | c | d | e | f | g | h | i | j | k | l | m | n | o | p | q | r | s | t | u | v | w | x | y | z | zed;`;

/** What a caller may always say instead of an answer. */
export const UNIVERSAL = `/0.001/ (repeat that [please] | say that again [please] | can you repeat that | pardon | sorry what | i don't know | i'm not sure
  | hello | help me | wait | hold on | just a moment | one moment | speak to a person | i want to speak to (a person | an agent | a human | someone)
  | talk to a person | goodbye | bye | thank you | thanks | never mind | cancel | start over)`;

export const YES_NO = `
<yes> = yes | yeah | yep | yup | yes please | yes it is | yes i do | sure | of course | okay | ok | correct | right | all right | that's right | that's correct
  | that is right | that is correct | that's it | exactly | absolutely | please do | go ahead | i do | it is | that works | that's fine | fine | perfect | sounds good;
<no> = no | nope | nah | no thanks | no thank you | no it's not | no it isn't | no i don't | not really | not yet | not now | wrong | that's wrong | that is wrong
  | that's not right | that is not right | incorrect | that's not correct | it isn't | it's not | i don't | don't;
<yesno> = <yes> [<yes>] | <no> [<no>];`;

export const PHONE = `<phone> = (/1/ <NULL> | /0.2/ plus) <number> <please>;`;

export const DIGITS = `<digits> = <number> <please>;`;

export const AMOUNT = `
<upto99> = <nonzero> | <teen> | <ty> [<nonzero>];
<hundreds> = (a | <nonzero>) hundred [[and] <upto99>];
<amount> = /4/ <upto99> | /1/ <hundreds> | /1/ (a | <upto99> | <hundreds>) thousand [[and] (<upto99> | <hundreds>)] | /0.2/ (zero | none);`;

/** "No, the last digit is seven": of a number that was read back. */
export const MENDED = `
<few> = <digit> [<digit> [<digit>]];
<mended> = /1/ [<correct>] [the] last (digit | number) is <digit> | /0.5/ [<correct>] [the] last (two | three) (digits | numbers) are <few>
  | /0.3/ [no] it (ends | starts) with <few> | /0.3/ [no] it's <few> not <few>;`;

export const SPELLED = `
<spelled> = alpha | bravo | charlie | delta | echo | foxtrot | golf | hotel | india | juliet | kilo | lima | mike | november | oscar | papa | quebec | romeo
  | sierra | tango | uniform | victor | whiskey | yankee | zulu | apple | boy | cat | dog | egg | fox | girl | house | jack | king | london | mother | nairobi
  | orange | peter | queen | rabbit | sugar | tom | umbrella | water | yellow | zebra;`;

export const CODE = `
<part> = /1/ <letter> | /0.3/ <wordedletter> | /0.3/ <spelled> | /1/ <digit> | /0.2/ double <digit> | /0.1/ (dash | hyphen | slash) | /0.1/ double <letter>;
<code> = <part>+ <please>;`;

const DAYS = "monday | tuesday | wednesday | thursday | friday | saturday | sunday";
const MONTHS = "january | february | march | april | may | june | july | august | september | october | november | december";

export const DATE = `
<day> = ${DAYS};
<month> = ${MONTHS};
<ordinal> = first | second | third | fourth | fifth | sixth | seventh | eighth | ninth | tenth | eleventh | twelfth | thirteenth | fourteenth | fifteenth
  | sixteenth | seventeenth | eighteenth | nineteenth | twentieth | thirtieth | (twenty | thirty) (first | second | third | fourth | fifth | sixth | seventh | eighth | ninth);
<cardinal> = <digit> | <teen> | (twenty | thirty) [<digit>];
<year> = twenty (<teen> | <ty> [<digit>]) | two thousand [and] (<teen> | <ty> [<digit>]);
<dayofmonth> = /1/ [the] <ordinal> [of] <month> [<year>] | /0.5/ <month> [the] (<ordinal> | <cardinal>) [<year>] | /0.005/ <cardinal> <month> [<year>]
  | /1/ the <ordinal>;
<part_of_day> = morning | afternoon | evening | night;
<which> = /1/ <NULL> | /0.2/ next | /0.1/ (this | this coming | the following);
<weekday> = /1/ <which> <day> | /0.1/ <day> [next] week | /0.1/ <which> <day> <part_of_day> | /0.1/ <day> [the] <ordinal> [[of] <month>];
<date> = /1/ <weekday> | /0.3/ tomorrow | /0.3/ today | /0.1/ the day after tomorrow | /0.1/ (tomorrow | today | this) <part_of_day> | /0.03/ tonight
  | /0.5/ <dayofmonth> | /0.1/ (next week | next month | this week | this weekend | as soon as possible | any day)
  | /0.1/ in (a | one | two | three | four) (day | days | week | weeks) | /0.05/ a week from (today | tomorrow | <day>);`;

export const TIME = `
<hour> = one | two | three | four | five | six | seven | eight | nine | ten | eleven | twelve;
<minute> = oh <nonzero> | ten | fifteen | twenty | thirty | forty | fifty | (twenty | thirty | forty | fifty) five | o'clock;
<half> = am | pm | in the morning | in the afternoon | in the evening | at night | sharp;
<clock> = <hour> [<minute>] [<half>] | half past <hour> [<half>] | half <hour> | (a quarter | quarter | five | ten | twenty | twenty five) (past | to) <hour> [<half>]
  | noon | midday | midnight | (thirteen | fourteen | fifteen | sixteen | seventeen | eighteen | nineteen | twenty) (hundred | <minute>);
<time> = <clock> | (around | about | after | before | from) <clock> | [in the] (morning | afternoon | evening) | any time | lunchtime;`;

/**
 * Most people say a given name first. `without`: names that it was not. Each mention of a list is compiled again: of either there are two.
 */
export function nameRules(without: ReadonlySet<string>): string {
  const [given, family] = [FIRST_NAMES, FAMILY_NAMES].map((names) => names.filter((name) => !without.has(name)).join(" | "));
  return `
<given> = ${given};
<family> = ${family};
<name> = [mister | missus | miss | doctor] (/20/ <given> (/4/ <family> | /1/ <given> | /1/ <NULL>) | /1/ <family> (/1/ <given> | /1/ <NULL>));`;
}

/** Any name at all. */
export const ANY_NAME = `<any> = ${[...new Set([...FIRST_NAMES, ...FAMILY_NAMES])].join(" | ")};`;

/** "Mary M A R Y", or letters alone: which names they are is told by `spelled-names.ts`. */
export const SPELT = `
<letters> = <letter> <letter> <letter>+;
<spelt> = (/1/ <NULL> | /1/ <any>) <letters> (/1/ <NULL> | /1/ <any> <letters>);`;

/** "Mary, M for mother, A for apple …" */
export const WORDED_NAMES = `
<wordedname> = <wordedletter> <wordedletter>+;
<wordednames> = (/1/ <NULL> | /1/ <any>) <wordedname> (/1/ <NULL> | /1/ <any> <wordedname>);`;

/** Where mail is kept by most people, and by companies that name themselves by a known name. */
export const MAIL_END = `
<mailhost> = /1/ gmail | /0.5/ yahoo | /0.001/ hotmail | /0.01/ outlook | /0.01/ icloud | /0.001/ live | /0.001/ proton;
<mailend> = at <mailhost> dot (com | co dot (uk | u k | ke | k e | za | z a | tz | t z | ug | u g) | fr | org | net | me);`;

/** "Asha dot Mwangi at gmail dot com": with digits, too, names would be heard as some. */
export const EMAIL = `
<email> = <any> (/1/ <NULL> | /1/ (dot | underscore | dash | hyphen) <any> | /0.2/ <any>) <mailend>;`;

/** "A for apple, S for sugar … dot M for mother … at gmail dot com". Bare letters and names would be heard in every breath. */
export const SPELLED_EMAIL = `
<mailpart> = <wordedletter>+;
<spelledmail> = <mailpart> (/1/ <NULL> | /1/ (dot | underscore | dash) <mailpart>) (/1/ <NULL> | /0.2/ <digit> (/1/ <NULL> | /1/ <digit>)) <mailend>;`;
