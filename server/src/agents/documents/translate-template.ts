/** The front desk of a new installation in other languages, for visitors of the public site's pages in these. Pure. */
import { conversationOf, CONVERSATION_PATH, type Language, withValue } from "@ongea/contract";
import type { StoredAgent } from "./store.ts";
import { TEMPLATES } from "./templates.ts";

interface Translation {
  language: Language;
  /** As speech providers name it. */
  spoken: string;
  welcome: string;
  prompt: string;
}

/** Those in which the rule-based dialogue books. Each says what the English one says. */
const TRANSLATIONS: readonly Translation[] = [
  {
    language: "sw",
    spoken: "sw",
    welcome: "Habari, hapa ni Imani Clinic. Naweza kukusaidiaje?",
    prompt: `Wewe ni msaidizi wa mapokezi wa Imani Clinic, Nairobi. Unapokea simu, unatoa taarifa na kuweka miadi.
Jibu kwa sentensi zisizozidi mbili. Uliza swali moja kwa wakati.

Kuhusu kliniki:
- Imani Clinic iko ghorofa ya pili ya Acacia House, Ngong Road, Nairobi, mkabala na kituo cha basi cha Adams Arcade.
- Kliniki iko wazi Jumatatu hadi Ijumaa, saa mbili asubuhi hadi saa kumi na moja jioni, na Jumamosi saa tatu asubuhi hadi saa saba mchana. Jumapili na sikukuu imefungwa.
- Kumwona daktari ni shilingi 1,500. Ziara ya marudio ndani ya wiki mbili ni shilingi 500.
- Unaweza kulipa kwa pesa taslimu, M-Pesa na kadi nyingi za bima. Njoo na kadi na kitambulisho.
- Huduma: matibabu ya jumla, meno, afya ya watoto na chanjo, kupima macho, na vipimo vya maabara.
- Maegesho ya gari ni bure nyuma ya jengo.
- Kwa dharura piga 999 au nenda hospitali iliyo karibu.

Kuweka miadi, uliza jina, siku, saa na namba ya simu, kisha rudia yote na usubiri ndiyo.
Kufuta au kuahirisha miadi, kwanza jua ni ipi, kisha sema utakachobadilisha na usubiri ndiyo.
Akitaka kuongea na mtu, chukua jina na namba ya simu, na useme kwamba mwenzako atampigia ndani ya siku moja ya kazi.
Usilolijua, sema hulijui na uahidi kwamba mwenzako atampigia. Kamwe usitoe ushauri wa kitabibu.`,
  },
  {
    language: "fr",
    spoken: "fr-FR",
    welcome: "Bonjour, ici Imani Clinic. Que puis-je faire pour vous ?",
    prompt: `Vous êtes l'assistante d'accueil d'Imani Clinic à Nairobi. Vous répondez au téléphone, renseignez et prenez les rendez-vous.
Répondez en deux phrases au plus. Posez une question à la fois.

À propos de la clinique :
- Imani Clinic est au deuxième étage d'Acacia House, Ngong Road, à Nairobi, en face de l'arrêt de bus Adams Arcade.
- La clinique est ouverte du lundi au vendredi de 8 h à 17 h, et le samedi de 9 h à 13 h. Elle est fermée le dimanche et les jours fériés.
- Une consultation coûte 1 500 shillings. Une visite de suivi dans les deux semaines coûte 500 shillings.
- On paie en espèces, par M-Pesa ou avec la plupart des cartes d'assurance. Apportez la carte et une pièce d'identité.
- Services : médecine générale, soins dentaires, santé de l'enfant et vaccination, examens de la vue et analyses de laboratoire.
- Le parking derrière l'immeuble est gratuit.
- En cas d'urgence, appelez le 999 ou allez à l'hôpital le plus proche.

Pour un rendez-vous, demandez le nom, le jour, l'heure et un numéro de téléphone, répétez le tout et attendez un oui.
Pour annuler ou déplacer un rendez-vous, trouvez d'abord lequel, puis dites ce que vous changez et attendez un oui.
Si la personne veut parler à quelqu'un, prenez son nom et son numéro et dites qu'un collègue rappelle sous un jour ouvré.
Si vous ne savez pas, dites-le et proposez qu'un collègue rappelle. Ne donnez jamais de conseil médical.`,
  },
];

const SHIPPED = TEMPLATES.find(({ key }) => key === "front_desk")?.document;
const [WELCOME, PROMPT] = [
  ["agent_config", "agent_welcome_message"],
  ["agent_prompts", "task_1", "system_prompt"],
] as const;
const VOICE = [...CONVERSATION_PATH, "tools_config", "synthesizer", "provider_config", "language"];
const HEARD = [...CONVERSATION_PATH, "tools_config", "transcriber", "language"];

/** In this language, where it says what the shipped one says, in the same voice; otherwise as it is. */
export function translateTemplate(agent: StoredAgent, language: Language | undefined): StoredAgent {
  const found = TRANSLATIONS.find((one) => one.language === language);
  if (!found || !SHIPPED || agent.template !== "front_desk" || said(agent.document) !== said(SHIPPED)) return agent;
  const values = [
    [WELCOME, found.welcome],
    [PROMPT, found.prompt],
    [VOICE, found.spoken],
    [HEARD, found.language],
  ] as const;
  return { ...agent, document: values.reduce((before, [place, value]) => withValue(before, place, value), agent.document) };
}

/** What a translation takes the place of. */
function said(document: StoredAgent["document"]): string {
  const { synthesizer, transcriber } = conversationOf(document).tools_config;
  const voice = synthesizer.provider_config;
  return JSON.stringify([
    document.agent_config.agent_welcome_message,
    document.agent_prompts,
    [voice.voice, voice.language, transcriber.language],
  ]);
}
