/**
 * How people ask not to be called again, by language: word classes joined to phrases, written without accents and in small letters.
 * All but the English wait for a native reader.
 */
import type { Language } from "./sentences.ts";

export interface Grammar {
  /** Complete in itself, whatever follows: "take my name off your list". */
  whole: readonly string[];
  /** A request only where nothing else follows: "don't call me", and not "don't call me Mrs Wanjiru". */
  bare: readonly string[];
  /** What may follow a bare request. */
  tail: string;
  /** A new clause, which says something else. */
  next?: string;
  /** The request is for a time alone: "not before nine". */
  time: string;
}

const EN_NOT =
  "(?:(?<!(?:you|they|we|i|he|she|who|why|people) )(?:don't|dont|do not|never)|not to)(?: ever| please| even| keep)*";
const EN_CALL = "(?:call|phone|ring|telephone|contact|calling|phoning|ringing|contacting)";
const EN_CALLING = "(?:calling|phoning|ringing|telephoning|contacting|dialling|dialing|bothering|disturbing|harassing)";
const EN_ME = "(?: me| us| (?:this|my|our) (?:number|phone|line|house|home|mobile)| here)?";
const EN_CALLS = "(?:phone |marketing |sales |telephone |of your |of these |of those )*calls?";
const EN_REMOVE = "(?:take|remove|delete|scratch|strike|drop|erase|cross|get)";
const EN_NAME = "(?:me|us|(?:my|our|this) (?:name|number|phone number|phone|details|contact|contacts|data))";
const EN_LIST = "(?:list|lists|database|system|records|register|contacts|books|files?|calls)";

const EN: Grammar = {
  whole: [
    `${EN_NOT} ${EN_CALL}${EN_ME} (?:again|any ?more|ever again|no more)`,
    `${EN_REMOVE} (?:off )?${EN_NAME} (?:off|from|out of) (?!(?:the |your |my )?(?:waiting|hold|speaker))(?:\\S+ ){0,3}${EN_LIST}`,
    `(?<!(?:got|were|was|had|have|are|received|get|be) )no (?:more|further) ${EN_CALLS}`,
    `(?:want|get|receive|like|wish)(?: for| to (?:get|have|receive))? no (?:more|further) ${EN_CALLS}`,
    "do not call list",
    `(?:stop|end)(?: making)? (?:the|these|those|all|all the|all these|your) ${EN_CALLS}`,
  ],
  bare: [
    `${EN_NOT} ${EN_CALL}${EN_ME}`,
    `${EN_NOT} (?:bother|disturb|harass) (?:me|us)`,
    `(?<!(?:won't|wont|doesn't|doesnt|not|didn't) )(?:stop|quit|cease) ${EN_CALLING}${EN_ME}`,
    `(?:don't|dont|do not) (?:want|wish|like) (?:you to (?:call|phone|ring|contact)${EN_ME}|to be (?:called|phoned|rung|contacted))`,
    `(?:don't|dont|do not) (?:want|wish|like) (?:to (?:get|receive|have) )?(?:any |these |those |your |more |further |other )+${EN_CALLS}`,
    `rather (?:you (?:didn't|did not) (?:call|phone|ring|contact)${EN_ME}|not be (?:called|phoned|contacted))`,
    "prefer not to be (?:called|phoned|contacted)",
    `${EN_REMOVE} ${EN_NAME}(?: off| from (?:there|here|this))?`,
    `take off ${EN_NAME}`,
    "(?:lose|forget|block) my number|blacklist (?:me|my number)|unsubscribe(?: me)?|opt(?: me)? out",
  ],
  tail: "please|kindly|ok|okay|thanks|thank you|ever|again|any ?more|at all|sir|madam|ma'am|back|here|on (?:this|my) (?:number|line|phone)|from (?:this|your) (?:number|company)|from you|of (?:these|your|all) calls|you people|for good|you|bye|goodbye|me|us|off",
  next: "i|i'm|im|i've|i'll|we|we're|because|or|and|since|you're",
  time: "before|after|until|till|at (?!all|this|my)\\S+|today|tonight|tomorrow|now|later|soon|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mornings?|afternoons?|evenings?|nights?|noon|weekends?|hours?|early|late|while|during|when|if|unless|between|except|this week",
};

const SW_VERB = "(?:usi|msi|asi|wasi)(?:ni|tu)(?:pigi[ae]|pigieni|tafute|sumbue|tafuteni|sumbueni)";
const SW: Grammar = {
  whole: [
    `(?:${SW_VERB}|nisipigiwe|(?:usi|msi)pig[ae])(?: simu)?(?: tena| kamwe)`,
    "(?:ni|tu|mni|mtu)(?:toe|toeni|ondoe|ondoeni|futeni|fute) (?:\\S+ ){0,2}(?:orodha\\S*|mfumo\\S*|kumbukumbu)",
    "(?:toa|toeni|ondoa|ondoeni|futa|futeni) (?:jina|namba|nambari|simu) (?:langu|yangu|letu|yetu) (?:\\S+ ){0,2}(?:orodha\\S*|mfumo\\S*|kumbukumbu)",
    "sitaki (?:simu|kupigiwa)(?: simu)? (?:zenu|zako|tena|nyingine|yenu|yoyote)",
  ],
  bare: [
    `${SW_VERB}|nisipigiwe|(?:usi|msi)pige simu`,
    "ach(?:a|eni) ku(?:ni|tu)?(?:pigia|piga simu|sumbua)",
    "sitaki (?:u|m)nipigie|sitaki kupigiwa",
    "(?:toa|toeni|ondoa|ondoeni|futa|futeni) (?:namba|nambari) yangu",
  ],
  tail: "simu|tena|kamwe|tafadhali|asante|kabisa|milele|hapa|kwa (?:namba|nambari) hii|(?:namba|nambari) hii|jamani|mimi|sisi|bwana|dada|kaka",
  next: "nime\\S+|sina|sitaki|kwa sababu|na|au|ni",
  time: "kabla|baada|mpaka|hadi|leo|kesho|sasa|usiku|asubuhi|jioni|mchana|saa|wakati|juma\\S+|alhamisi|ijumaa|wiki|mwezi|ikiwa|kama",
};

const FR_VERB = "(?:rappel|appel|contact|telephon|derang|harcel)\\p{L}*";
const FR: Grammar = {
  whole: [
    "(?:retir|enlev|supprim|effac|ray|ot)\\p{L}* ?(?:moi|nous|(?:mon|notre) (?:numero|nom)) de (?:\\S+ ){0,2}(?:listes?|fichiers?|base|contacts|repertoire)",
    "je ne veux plus (?:etre (?:appele|contacte|derange)e?|(?:recevoir )?(?:d'appels?|de vos appels|vos appels)|que vous m'appeliez)",
    "(?<!(?:ai|a|eu|avait|avons) )plus (?:aucun appel|d'appels?)",
  ],
  bare: [
    `(?:ne )?(?:m'|nous |me )${FR_VERB} (?:plus jamais|plus|jamais|pas)`,
    `(?:ne )?(?:plus jamais |plus |jamais |pas )(?:m'|nous |me )${FR_VERB}`,
    `(?:arret|cess)\\p{L}* de (?:m'|nous |me )?${FR_VERB}`,
    "(?:retir|enlev|supprim|effac|ray)\\p{L}* ?(?:moi|mon numero)",
  ],
  tail: "s'il vous plait|s'il te plait|svp|merci|a ce numero|sur (?:ce numero|cette ligne)|du tout|jamais|plus|encore|ici|de la liste",
  next: "je|j'ai|c'est|car|parce|sinon|et|on",
  time: "avant|apres|jusqu'\\S+|demain|aujourd'hui|maintenant|ce soir|matin|soir|nuit|midi|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|week|heures?|pendant|quand|si|tard|tot",
};

const PT_VERB = "(?:ligu(?:e|em|es)|ligar|telefon(?:e|em|es|ar)|conta(?:c)?t(?:e|em|es|ar)|incomod(?:e|em|es|ar))";
const PT: Grammar = {
  whole: [
    `(?:nao|nunca)(?: me| nos)?(?: volt\\p{L}+ a)?(?: me| nos)? ${PT_VERB}(?: (?:para|pra) (?:mim|ca|este numero))?(?: nunca)? (?:mais|outra vez|de novo|novamente)`,
    `nunca mais(?: me| nos)? ${PT_VERB}`,
    "(?:tir|retir|remov|apag|elimin|exclu)\\p{L}* ?(?:me|nos|o meu (?:nome|numero)|meu (?:nome|numero)) d\\p{L}+ (?:\\S+ ){0,2}(?:listas?|base|contatos|contactos|cadastro|sistema)",
    "nao quero (?:mais |receber |mais receber |receber mais )+(?:chamadas|ligacoes|telefonemas)",
    "nao quero mais (?:que me (?:liguem|ligue)|ser (?:contatad|contactad|incomodad)[oa])",
  ],
  bare: [
    `nao (?:me |nos )?(?:volt\\p{L}+ a )?(?:me )?${PT_VERB}(?: (?:para|pra) (?:mim|ca))?`,
    `(?:par|deix)(?:e|em|a|ar) de (?:me |nos )?${PT_VERB}(?: (?:para|pra) (?:mim|ca))?`,
    "nao quero que (?:me|nos) (?:liguem|ligue|contactem|contatem)",
    "(?:tire|tirem|retire|retirem|remova|removam|apague|apaguem) (?:o )?meu numero",
  ],
  tail: "mais|por favor|obrigad[oa]|nunca|outra vez|de novo|novamente|(?:para|neste|este) (?:este )?numero|aqui|senhora?|se faz favor",
  next: "eu|estou|nao|porque|pois|e|ja",
  time: "antes|depois|ate|amanha|hoje|agora|noite|manha|tarde|segunda|terca|quarta|quinta|sexta|sabado|domingo|horas?|quando|se|enquanto",
};

const AR: Grammar = {
  whole: ["(?:احذف|احذفوا|ازل|ازيلوا|شيل|شيلوا|امسح|امسحوا|اشطب|اشطبوا) (?:رقمي|اسمي)(?: من \\S+)?"],
  bare: [
    "(?:لا|ما) (?:تعاود(?:وا)? )?(?:تتصل|تتصلوا|تتصلي|تكلموني|تكلمني|تتواصلوا|تتواصل|ترنوا|تزعجوني|تزعجني)(?: (?:بي|بنا|معي|معنا|علي|بهذا الرقم|على هذا الرقم))?",
    "(?:توقف|توقفوا|كف|كفوا|بطل|بطلوا)(?: عن)? (?:ال)?(?:اتصال|اتصالات|مكالمات|تتصلوا)(?: (?:بي|بنا|بهذا الرقم))?",
    "لا اريد (?:اي |المزيد من |هذه )?(?:ال)?(?:مكالمات\\S*|اتصالات\\S*|ان تتصلوا(?: بي)?|ان تتصل(?: بي)?)",
  ],
  tail: "مرة (?:اخرى|ثانية)|مجددا|ابدا|ثانية|من فضلك\\S*|لو سمحت\\S*|رجاء|شكرا|بعد (?:الان|اليوم)|نهائيا|تاني|هنا|بي",
  time: "قبل|حتى|غدا|بكرة|الليلة|صباحا|مساء|الساعة|بعد (?!الان|اليوم)\\S+|ليلا",
};

const HA: Grammar = {
  whole: ["(?:ku|ka|ki|a) (?:cire|goge|share) (?:ni|mu|sunana|suna na|lambata|lamba ta|lambar wayata)(?: daga \\S+)?"],
  bare: [
    "(?:kada|kar|karka|karku|kada)(?: ka| ku| ki| a)?(?: sake| kara| ƙara)? (?:kira(?: na| ni| mu|na|nmu)?|kiran(?:mu)?|buga(?: min| mini| mana)?)(?: waya)?",
    "(?:ku|ka|ki) (?:daina|bar|bari) (?:kira(?: na| ni|na|nmu)?|kiran(?:mu)?|buga(?: min| mini)?)",
    "(?:ba na|bana) son (?:a kira ni|kiran? ?ku|kiranku|ku kira ni)",
  ],
  tail: "kuma|don allah|na gode|nan|waya|har abada|sake|a wannan lamba\\S*|wannan lamba\\S*|ba|gaba ɗaya|gaba daya",
  time: "kafin|bayan|sai|yau|gobe|yanzu|dare|safe|safiya|rana|karfe|ƙarfe",
};

const YO: Grammar = {
  whole: ["(?:e |o )?(?:yo|pa) (?:mi|oruko mi|nomba mi)(?: kuro| re)(?: \\S+){0,4}"],
  bare: [
    "(?:e |o |ki e |ke )?ma (?:se )?(?:tun )?pe (?:mi|wa|nomba yii|foonu mi)",
    "(?:e |o )?(?:ye|dekun) (?:pe|pipe|lati pe) (?:mi|wa)",
    "mi o fe ki e (?:tun )?pe mi",
  ],
  tail: "mo|jowo|e jowo|e joo|joo|lailai|rara|e se|o se|lori (?:nomba|foonu) (?:yii|mi)|laelae",
  time: "titi|saaju|ki|lola|oni|ale|aaro|osan|ago|agogo|nisinsinyi",
};

const AM: Grammar = {
  whole: ["(?:ስሜን|ስልኬን|ቁጥሬን|የስልክ ቁጥሬን) (?:\\S+ ){0,2}(?:አውጡ|አውጣ|አጥፉ|አጥፋ|ሰርዙ|ሰርዝ|አስወግዱ|አስወግድ)\\S*"],
  bare: [
    "(?:አትደውሉ|አትደውል|አትደውይ|አይደውሉ|እንዳትደውሉ|እንዳትደውል|እንዳይደውሉ)\\S*",
    "(?:መደወል|መደወሉን|መደወላችሁን|ስልክ መደወል) (?:አቁሙ|አቁም|አቁሚ|ያቁሙ|ይቁም|ተዉ|ተው)\\S*",
  ],
  tail: "እባክዎ\\S*|እባክህ|እባክሽ|እባካችሁ|ዳግም|ዳግመኛ|ደግማችሁ|ደግመህ|ሁለተኛ|አመሰግናለሁ|ብያለሁ|በቃ",
  time: "በፊት|በኋላ|ዛሬ|ነገ|አሁን|ማታ|ጠዋት|ሌሊት|ሰዓት|እስከ\\S*|ድረስ",
};

const ZU: Grammar = {
  whole: ["(?:susa|susani|khipha|khiphani|cisha|cishani) (?:igama lami|inombolo yami|mina)(?: \\S+){0,3}"],
  bare: [
    "(?:ungangi|ningangi|ungasangi|ningasangi|ungasi|ningasi)(?:shayel|fonel|thint|hlup)\\p{L}*(?: ucingo)?",
    "(?:ungaphinde|ningaphinde|ungaphindi|ningaphindi)(?: futhi)? (?:ungi|ningi)(?:shayel|fonel|thint)\\p{L}*(?: ucingo)?",
    "yek(?:a|ani) uku(?:ngi|si)?(?:fonela|shayela|thinta|hlupha)(?: ucingo)?",
    "angifuni (?:ningifonele|ningishayele|ungifonele|ungishayele|izingcingo zenu)",
  ],
  tail: "futhi|ucingo|ngiyacela|ngiyabonga|nhlobo|neze|lapha|kule nombolo|bakithi|phinde",
  time: "ngaphambi|ngemva|kuze|namuhla|namhlanje|kusasa|manje|ebusuku|ekuseni|ntambama|ihora|ngo\\p{L}+",
};

export const GRAMMARS: Readonly<Record<Language, Grammar>> = {
  en: EN,
  sw: SW,
  fr: FR,
  pt: PT,
  ar: AR,
  ha: HA,
  yo: YO,
  am: AM,
  zu: ZU,
};
