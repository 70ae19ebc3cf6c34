/** What the agents of a demo workspace know from documents, and web chats with them: words only. */
import type { DemoDocument } from "./seeds.ts";

interface DocumentWords extends Pick<DemoDocument, "title" | "passages"> {
  /** Among the stories' organisations. */
  organisation: number;
}

export const DOCUMENTS: readonly DocumentWords[] = [
  {
    organisation: 0,
    title: "Prices and opening hours",
    passages: [
      {
        heading: "Prices",
        text: "A consultation costs 1,500 shillings, in cash or by M-Pesa. A follow-up visit within two weeks costs 500 shillings. Medicine and laboratory tests come on top.",
      },
      {
        heading: "Opening hours",
        text: "Imani Clinic is open Monday to Friday from 8 in the morning to 5 in the afternoon, and on Saturday from 9 in the morning to 1 in the afternoon. It is closed on Sunday and on public holidays.",
      },
      {
        heading: "Laboratory",
        text: "Blood is taken until 11 in the morning. For a fasting test the last meal is ten hours before; water is allowed. Results are ready on the next working day.",
      },
    ],
  },
  {
    organisation: 0,
    title: "Insurance",
    passages: [
      {
        heading: "Cards",
        text: "We take most insurance cards. Bring the card and the identity document that goes with it; the desk checks the cover before the doctor sees the patient.",
      },
      {
        heading: "Without cover",
        text: "A service that the insurance does not cover is paid at the desk, and the receipt is sent by message.",
      },
    ],
  },
  {
    organisation: 1,
    title: "Guarantee and returns",
    passages: [
      {
        heading: "Guarantee",
        text: "Batteries have a guarantee of one year, lamps and panels of two years. The receipt or the M-Pesa message is the proof.",
      },
      {
        heading: "Returns",
        text: "A product may be returned within 14 days if it is unused and in its box. The money is back within 7 days.",
      },
      {
        heading: "A lamp does not charge",
        text: "Leave the lamp in direct sun for a whole day with its switch off. If the small red light stays dark after that, the guarantee covers it.",
      },
    ],
  },
  {
    organisation: 2,
    title: "Akiba na mikopo",
    passages: [
      {
        heading: "Mikopo",
        text: "Mwanachama anaweza kukopa hadi mara tatu ya akiba yake, akiwa na wadhamini wawili. Mkopo unaweza kulipwa wakati wowote bila adhabu, na riba inapungua.",
      },
      {
        heading: "Akaunti ya watoto",
        text: "Akaunti ya watoto inaanza na shilingi mia mbili na cheti cha kuzaliwa.",
      },
    ],
  },
  {
    organisation: 8,
    title: "Tarifs et horaires",
    passages: [
      {
        heading: "Tarifs",
        text: "Une consultation coûte 10 000 francs. Le tiers payant s’applique avec la plupart des mutuelles.",
      },
      { heading: "Prise de sang", text: "Il faut être à jeun depuis dix heures la veille. L’eau est permise." },
    ],
  },
];
