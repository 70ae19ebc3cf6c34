/** Where the demo's callers live: names, places, money and telephone numbers. */
import type { Random } from "./random.ts";

export interface Country {
  /** ISO 3166. */
  code: string;
  currency: string;
  /** Of a usual payment, from … to, in whole units. */
  amounts: readonly [number, number];
  given: readonly string[];
  family: readonly string[];
  places: readonly string[];
  /**
   * What telephone numbers begin with. Of the countries only the United States set numbers aside for stories (555-0100 to 555-0199); the
   * others begin with digits that their numbering plan gives to nobody, so that no demo shows the number of a person.
   */
  number: string;
  /** Digits after that. */
  digits: number;
}

export const COUNTRIES = {
  kenya: {
    code: "KE",
    currency: "KES",
    amounts: [450, 48_000],
    given: [
      "Wanjiku",
      "Otieno",
      "Achieng",
      "Kamau",
      "Njeri",
      "Kiprono",
      "Mwende",
      "Barasa",
      "Naliaka",
      "Muthoni",
      "Omondi",
      "Chebet",
    ],
    family: [
      "Mwangi",
      "Odhiambo",
      "Wekesa",
      "Kariuki",
      "Cheruiyot",
      "Mutua",
      "Onyango",
      "Wairimu",
      "Kiplagat",
      "Ndung'u",
      "Akinyi",
    ],
    places: [
      "Kilimani",
      "Eastleigh",
      "Kisumu",
      "Nakuru",
      "Thika",
      "Rongai",
      "Kibera",
      "Machakos",
      "Eldoret",
      "Kitengela",
      "Kondele",
    ],
    number: "+254300",
    digits: 6,
  },
  tanzania: {
    code: "TZ",
    currency: "TZS",
    amounts: [8_000, 900_000],
    given: ["Neema", "Juma", "Rehema", "Baraka", "Zawadi", "Hamisi", "Amani", "Upendo", "Salum", "Mwanaidi", "Godfrey", "Asha"],
    family: ["Mushi", "Massawe", "Kimaro", "Mwakalinga", "Shayo", "Lyimo", "Mbwana", "Ngowi", "Komba", "Temba", "Haule"],
    places: ["Kariakoo", "Mbezi", "Arusha", "Mwanza", "Dodoma", "Ilala", "Temeke", "Moshi", "Tanga", "Morogoro", "Kigamboni"],
    number: "+255300",
    digits: 6,
  },
  nigeria: {
    code: "NG",
    currency: "NGN",
    amounts: [3_500, 420_000],
    given: [
      "Chinedu",
      "Folake",
      "Aisha",
      "Tunde",
      "Ngozi",
      "Musa",
      "Yetunde",
      "Ibrahim",
      "Amaka",
      "Segun",
      "Hauwa",
      "Emeka",
      "Bisi",
    ],
    family: [
      "Adeyemi",
      "Okafor",
      "Bello",
      "Balogun",
      "Eze",
      "Danjuma",
      "Ogunleye",
      "Sani",
      "Nwosu",
      "Abubakar",
      "Olatunji",
      "Yusuf",
    ],
    places: ["Bodija", "Sabon Gari", "Surulere", "Nassarawa", "Dugbe", "Yaba", "Gwale", "Mokola", "Fagge", "Challenge", "Ikeja"],
    number: "+234600",
    digits: 7,
  },
  southAfrica: {
    code: "ZA",
    currency: "ZAR",
    amounts: [120, 14_500],
    given: [
      "Sipho",
      "Nomvula",
      "Thabo",
      "Zanele",
      "Lungile",
      "Bongani",
      "Nokuthula",
      "Mandla",
      "Ayanda",
      "Priya",
      "Johan",
      "Lindiwe",
    ],
    family: [
      "Dlamini",
      "Nkosi",
      "Naidoo",
      "Khumalo",
      "Mokoena",
      "Zulu",
      "Botha",
      "Ndlovu",
      "Mkhize",
      "Pillay",
      "Cele",
      "van Wyk",
    ],
    places: [
      "Umlazi",
      "Phoenix",
      "KwaMashu",
      "Pinetown",
      "Chatsworth",
      "Ntuzuma",
      "Westville",
      "Inanda",
      "Amanzimtoti",
      "Cato Manor",
    ],
    number: "+2799",
    digits: 7,
  },
  ghana: {
    code: "GH",
    currency: "GHS",
    amounts: [35, 6_200],
    given: ["Kwame", "Akosua", "Kofi", "Abena", "Yaw", "Efua", "Kojo", "Adwoa", "Esi", "Kwabena", "Ama", "Nii"],
    family: ["Mensah", "Owusu", "Boateng", "Asante", "Addo", "Agyeman", "Tetteh", "Quaye", "Ofori", "Amankwah", "Darko"],
    places: ["Osu", "Kumasi", "Tema", "Madina", "Cape Coast", "Kaneshie", "Takoradi", "Tamale", "Ho", "East Legon", "Adenta"],
    number: "+23390",
    digits: 7,
  },
  senegal: {
    code: "SN",
    currency: "XOF",
    amounts: [2_500, 180_000],
    given: [
      "Awa",
      "Moussa",
      "Fatou",
      "Ousmane",
      "Aminata",
      "Cheikh",
      "Mariama",
      "Ibrahima",
      "Khady",
      "Modou",
      "Ndèye",
      "Abdoulaye",
    ],
    family: ["Diop", "Ndiaye", "Fall", "Sarr", "Sow", "Ba", "Faye", "Gueye", "Diallo", "Mbaye", "Cissé", "Seck"],
    places: [
      "Médina",
      "Pikine",
      "Thiès",
      "Saint-Louis",
      "Rufisque",
      "Ouakam",
      "Parcelles Assainies",
      "Mbour",
      "Ngor",
      "Guédiawaye",
    ],
    number: "+22160",
    digits: 7,
  },
  mozambique: {
    code: "MZ",
    currency: "MZN",
    amounts: [600, 52_000],
    given: ["Graça", "Armando", "Celeste", "Hélder", "Luísa", "Tomás", "Marta", "Abílio", "Ofélia", "Inácio", "Rosa", "Félix"],
    family: ["Machava", "Sitoe", "Mondlane", "Cossa", "Nhantumbo", "Muianga", "Chissano", "Langa", "Tembe", "Macamo", "Bila"],
    places: ["Polana", "Matola", "Beira", "Nampula", "Xai-Xai", "Quelimane", "Maxixe", "Boane", "Malhangalene", "Tete"],
    number: "+25860",
    digits: 7,
  },
  ethiopia: {
    code: "ET",
    currency: "ETB",
    amounts: [280, 9_500],
    given: ["Selam", "Abebe", "Hana", "Dawit", "Tigist", "Yonas", "Meron", "Kebede", "Rahel", "Getachew", "Lulit", "Biruk"],
    family: ["Tesfaye", "Bekele", "Alemu", "Girma", "Haile", "Mekonnen", "Worku", "Desta", "Assefa", "Tadesse", "Negash"],
    places: ["Bole", "Piassa", "Bahir Dar", "Hawassa", "Adama", "Gondar", "Dire Dawa", "Mekelle", "Jimma", "Merkato"],
    number: "+251600",
    digits: 6,
  },
  morocco: {
    code: "MA",
    currency: "MAD",
    amounts: [60, 4_800],
    given: ["يوسف", "خديجة", "حمزة", "سلمى", "رشيد", "إيمان", "عمر", "زينب", "كريم", "فاطمة الزهراء", "المهدي", "نادية"],
    family: ["العمراني", "بنعلي", "العلوي", "الإدريسي", "التازي", "برادة", "الشرايبي", "لحلو", "بناني", "الوزاني", "الفاسي"],
    places: ["المعاريف", "عين الذئاب", "الرباط", "فاس", "مراكش", "سيدي معروف", "طنجة", "أنفا", "أكادير", "الحي الحسني"],
    number: "+212300",
    digits: 6,
  },
  unitedStates: {
    code: "US",
    currency: "USD",
    amounts: [20, 900],
    given: ["Kwesi", "Adaeze", "Samuel", "Miriam", "Daniel", "Blessing"],
    family: ["Johnson", "Obi", "Mensah", "Kamau", "Williams", "Diallo"],
    places: ["Houston", "Silver Spring", "Minneapolis", "Atlanta", "Newark"],
    number: "+120255501",
    digits: 2,
  },
} as const satisfies Record<string, Country>;

export type CountryName = keyof typeof COUNTRIES;

export function numberIn(country: Country, random: Random): string {
  return country.number + String(random.whole(0, 10 ** country.digits - 1)).padStart(country.digits, "0");
}

/** Rounded as people name prices; narrow spaces would not be read aloud. */
export function amountIn(country: Country, random: Random): string {
  const [least, most] = country.amounts;
  const step = least < 100 ? 5 : least < 1_000 ? 50 : 500;
  const amount = Math.round((least * (most / least) ** (random.next() * 0.8)) / step) * step;
  return amount.toLocaleString("en-US");
}
