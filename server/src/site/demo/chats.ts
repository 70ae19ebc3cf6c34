/** What is written in a demo workspace. */
import type { SeededThread } from "../../threads/index.ts";

interface ChatWords extends Pick<SeededThread, "page" | "state" | "person" | "language" | "messages"> {
  organisation: number;
  name: string;
  /** Before the demo begins. */
  hoursAgo: number;
}

const contact = (text: string) => ({ author: "contact" as const, authorName: "", text });

const agent = (text: string) => ({ author: "agent" as const, authorName: "", text });

export const CHATS: readonly ChatWords[] = [
  {
    organisation: 0,
    name: "Wairimu Kariuki",
    page: "https://imani.example/visit",
    state: "closed",
    person: null,
    language: "en",
    hoursAgo: 74,
    messages: [
      agent("Hello, this is Imani Clinic. How can I help you?"),
      contact("What does a consultation cost?"),
      agent("A consultation costs 1,500 shillings. A follow-up visit within two weeks costs 500 shillings."),
      contact("Thank you, I will come on Saturday"),
      agent("On Saturday the clinic is open from 9 in the morning to 1 in the afternoon. See you then."),
    ],
  },
  {
    organisation: 1,
    name: "Barasa Wekesa",
    page: "https://juasolar.example/lamps",
    state: "waiting",
    person: null,
    language: "en",
    hoursAgo: 3,
    messages: [
      agent("Hello, you have reached Jua Solar customer service. How can I help you?"),
      contact("My lamp is dark although it was in the sun all day"),
      agent("I am sorry about that. Was its switch off while it stood in the sun?"),
      contact("Yes it was off. Can I talk to somebody?"),
      agent("I have asked a colleague to answer here. The shop is open until six."),
    ],
  },
  {
    organisation: 2,
    name: "Akinyi Odhiambo",
    page: "https://umoja.example/mikopo",
    state: "open",
    person: null,
    language: "sw",
    hoursAgo: 20,
    messages: [
      agent("Habari, hapa ni Umoja Sacco, Kisumu. Naweza kukusaidiaje leo?"),
      contact("Naweza kukopa kiasi gani?"),
      agent("Mwanachama anaweza kukopa hadi mara tatu ya akiba yake, akiwa na wadhamini wawili."),
    ],
  },
  {
    organisation: 8,
    name: "Awa Ndiaye",
    page: "https://teranga.example/rendez-vous",
    state: "open",
    person: null,
    language: "fr",
    hoursAgo: 49,
    messages: [
      agent("Bonjour, ici le cabinet Teranga Santé à Dakar. Que puis-je faire pour vous ?"),
      contact("Il faut être à jeun pour la prise de sang ?"),
      agent("Oui, depuis dix heures la veille. L’eau est permise."),
      contact("Merci beaucoup"),
    ],
  },
];

/** By organisation: tags of the people who call it, and a note about some of them. */
export const PEOPLE: readonly { tag: string; note?: string }[] = [
  { tag: "patient", note: "Prefers Doctor Kariuki. Afternoons only." },
  { tag: "customer", note: "Two kits on instalments. Asks for a call before the rider comes." },
  { tag: "mwanachama", note: "Anapendelea kuongea Kiswahili. Mdhamini wa wanachama wawili." },
  { tag: "wallet" },
  { tag: "customer", note: "Lives beside the transformer. Reports faults early." },
  { tag: "parent" },
  { tag: "sender", note: "Ships to Lagos every month." },
  { tag: "customer" },
  { tag: "patiente", note: "Rappeler après 17 h." },
  { tag: "segurado" },
  { tag: "traveller" },
  { tag: "زبون" },
];
