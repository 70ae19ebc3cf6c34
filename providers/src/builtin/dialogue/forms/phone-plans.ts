/** How long telephone numbers are: national significant numbers by country code (ITU-T E.164), and what is dialled before them inside. */

interface PhonePlan {
  code: string;
  /** Digits after the country code. */
  lengths: readonly number[];
  /** Dialled before a number inside the country. */
  trunk: "0" | "";
}

const plan = (code: string, lengths: readonly number[], trunk: PhonePlan["trunk"] = "0"): PhonePlan => ({ code, lengths, trunk });

const PLANS: Readonly<Record<string, PhonePlan>> = {
  KE: plan("254", [9]),
  TZ: plan("255", [9]),
  UG: plan("256", [9]),
  RW: plan("250", [9]),
  BI: plan("257", [8], ""),
  ET: plan("251", [9]),
  NG: plan("234", [10, 8]),
  GH: plan("233", [9]),
  ZA: plan("27", [9]),
  ZM: plan("260", [9]),
  ZW: plan("263", [9]),
  MW: plan("265", [9, 7]),
  CD: plan("243", [9]),
  SN: plan("221", [9], ""),
  CI: plan("225", [10], ""),
  CM: plan("237", [9], ""),
  BJ: plan("229", [10, 8], ""),
  TG: plan("228", [8], ""),
  BF: plan("226", [8], ""),
  ML: plan("223", [8], ""),
  NE: plan("227", [8], ""),
  GM: plan("220", [7], ""),
  MR: plan("222", [8], ""),
  GN: plan("224", [9], ""),
  LR: plan("231", [9, 8, 7]),
  SL: plan("232", [8]),
  TD: plan("235", [8], ""),
  CF: plan("236", [8], ""),
  CV: plan("238", [7], ""),
  ST: plan("239", [7], ""),
  GQ: plan("240", [9], ""),
  GA: plan("241", [8, 7]),
  CG: plan("242", [9], ""),
  AO: plan("244", [9], ""),
  GW: plan("245", [9, 7], ""),
  SC: plan("248", [7], ""),
  SD: plan("249", [9]),
  SO: plan("252", [9, 8, 7]),
  DJ: plan("253", [8], ""),
  MZ: plan("258", [9, 8], ""),
  MG: plan("261", [9]),
  NA: plan("264", [9, 8]),
  LS: plan("266", [8], ""),
  BW: plan("267", [8, 7], ""),
  SZ: plan("268", [8], ""),
  KM: plan("269", [7], ""),
  MU: plan("230", [8, 7], ""),
  SS: plan("211", [9]),
  TN: plan("216", [8], ""),
  LY: plan("218", [9]),
  DZ: plan("213", [9, 8]),
  ER: plan("291", [7]),
  EG: plan("20", [10]),
  MA: plan("212", [9]),
  FR: plan("33", [9]),
  GB: plan("44", [10, 9]),
  US: plan("1", [10], ""),
};

/** Words of a prompt that tell the country. */
const PLACES: Readonly<Record<string, RegExp>> = {
  KE: /\b(?:kenya|nairobi|mombasa|kisumu|nakuru|eldoret|thika|kitale|nyeri|meru|machakos|naivasha|kericho|kakamega|malindi|embu|garissa|kisii|nanyuki|safaricom|ksh|kes)\b/i,
  TZ: /\b(?:tanzania|dar es salaam|dodoma|arusha|mwanza|zanzibar|tabora|morogoro|mbeya|moshi|tanga|iringa|kigoma|songea|shinyanga|bukoba|kahama|njombe|bagamoyo|tigo ?pesa|tsh|tzs)\b/i,
  UG: /\b(?:uganda|kampala|entebbe|jinja|gulu|mbarara|mbale|masaka|fort portal|lira|arua|masindi|hoima|kabale|soroti|ush|ugx)\b/i,
  RW: /\b(?:rwanda|kigali|rwf)\b/i,
  ET: /\b(?:ethiopia|addis ababa)\b/i,
  NG: /\b(?:nigeria|lagos|abuja|kano|ibadan|port harcourt|benin city|enugu|kaduna|owerri|calabar|uyo|warri|ilorin|onitsha|abeokuta|naira|ngn)\b|₦/i,
  GH: /\b(?:ghana|accra|kumasi|tamale|takoradi|cape coast|koforidua|sunyani|cedis?|ghs)\b/i,
  ZA: /\b(?:south africa|johannesburg|cape town|durban|pretoria|soweto|polokwane|bloemfontein|gqeberha|port elizabeth|east london|rustenburg|nelspruit|mbombela|kimberley|khayelitsha|pietermaritzburg)\b/i,
  ZM: /\b(?:zambia|lusaka|kitwe|ndola|livingstone|kabwe)\b/i,
  MW: /\b(?:malawi|lilongwe|blantyre|mzuzu|zomba)\b/i,
  ZW: /\b(?:zimbabwe|harare|bulawayo|mutare|gweru)\b/i,
  BI: /\b(?:burundi|bujumbura|gitega)\b/i,
  GM: /\b(?:gambia|banjul|serekunda|brikama|dalasis?)\b/i,
  SL: /\b(?:sierra leone|freetown)\b/i,
  LR: /\b(?:liberia|monrovia)\b/i,
  GN: /\bconakry\b/i,
  GA: /\b(?:gabon|libreville)\b/i,
  CG: /\bbrazzaville\b/i,
  TD: /\b(?:tchad|n['’]djamena)\b/i,
  CF: /\bbangui\b/i,
  AO: /\b(?:angola|luanda)\b/i,
  MZ: /\b(?:mozambique|moçambique|maputo|nampula)\b/i,
  NA: /\b(?:namibia|windhoek|swakopmund)\b/i,
  BW: /\b(?:botswana|gaborone|francistown)\b/i,
  LS: /\b(?:lesotho|maseru)\b/i,
  SZ: /\b(?:eswatini|swaziland|mbabane|manzini)\b/i,
  MG: /\b(?:madagascar|antananarivo)\b/i,
  MU: /\b(?:mauritius|port louis)\b/i,
  SO: /\b(?:somalia|somaliland|mogadishu|hargeisa)\b/i,
  SS: /\b(?:south sudan|juba)\b/i,
  SD: /(?<!south )\bsudan\b|\bkhartoum\b/i,
  DJ: /\bdjibouti\b/i,
  SN: /\b(?:sénégal|senegal|dakar|thiès|saint-louis|kaolack|ziguinchor|mbour)\b/i,
  CI: /(?:côte d['’]ivoire|ivory coast|abidjan|bouaké|yamoussoukro)/i,
  CM: /\b(?:cameroun|cameroon|douala|yaoundé)\b/i,
  BF: /\b(?:burkina|ouagadougou|bobo-dioulasso)\b/i,
  TG: /\btogo\b|lomé/i,
  BJ: /\b(?:bénin|cotonou|porto-novo)\b/i,
  ML: /\b(?:bamako|sikasso)\b/i,
  NE: /\b(?:niamey|zinder)\b/i,
  CD: /\b(?:congo|kinshasa|lubumbashi|goma)\b/i,
};

/** Of Kenya first, and of its neighbours, too: it decides where nothing else does. */
const OF_KENYA = /\bm-?pesa\b/i;

/** The country of a business: where its prompt says it is, else that of the language tag (`en-KE`); `undefined`: several, or none. */
export function countryOf(instructions: string, language: string): string | undefined {
  const named = Object.entries(PLACES).flatMap(([country, pattern]) => (pattern.test(instructions) ? [country] : []));
  if (named.length === 1) return named[0];
  if (named.length > 1) return undefined;
  if (named.length === 0 && OF_KENYA.test(instructions)) return "KE";
  const region = /-([A-Z]{2})$/.exec(language)?.[1];
  // "en-US" is what documents bear that never chose a country.
  return region !== undefined && region !== "US" && region in PLANS ? region : undefined;
}

export type PhoneCheck = { fits: true } | { fits: false; said: number; wanted: string };

/** Whether this can be a telephone number of the country, or of the one that its code names. */
export function checkPhone(phone: string, country: string | undefined): PhoneCheck {
  const digits = phone.replace(/\D/g, "");
  const home = country === undefined ? undefined : PLANS[country];
  if (phone.startsWith("+") || digits.startsWith("00")) {
    const bare = digits.replace(/^00/, "");
    const abroad = Object.values(PLANS).find(({ code }) => bare.startsWith(code));
    const fits = abroad
      ? abroad.lengths.some((length) => bare.length === abroad.code.length + length)
      : bare.length >= 9 && bare.length <= 15;
    return fits ? { fits } : { fits, said: bare.length, wanted: abroad ? lengthsOf(abroad.lengths, abroad.code.length) : "9–15" };
  }
  if (!home) {
    const fits = digits.length >= 8 && digits.length <= 13;
    return fits ? { fits } : { fits, said: digits.length, wanted: "9–13" };
  }
  const inside = home.lengths.some((length) => digits.length === length + (digits.startsWith("0") && home.trunk === "0" ? 1 : 0));
  if (inside || [home, ...Object.values(PLANS).filter(({ code }) => code.length === LONG_CODE)].some(isWhole(digits)))
    return { fits: true };
  return { fits: false, said: digits.length, wanted: lengthsOf(home.lengths.slice(0, 1), home.trunk.length) };
}

/** So long a code is told from the digits of a number inside the country. */
const LONG_CODE = 3;

/** With the country's code, and without a plus. */
function isWhole(digits: string): (plan: PhonePlan) => boolean {
  return ({ code, lengths }) => digits.startsWith(code) && lengths.some((length) => digits.length === code.length + length);
}

/** How callers of a country say a number, d for any digit, the usual way first: "0ddddddddd"; `undefined`: not known. */
export function phoneShapes(country: string | undefined): readonly string[] | undefined {
  const home = country === undefined ? undefined : PLANS[country];
  if (!home) return undefined;
  const { code, lengths, trunk } = home;
  return [trunk, ...(trunk === "" ? [] : [""]), `+${code}`].flatMap((before) =>
    lengths.map((length) => before + "d".repeat(length)),
  );
}

/** As it is dialled inside the country: recognisers write numbers, and numbers begin with no zero ("722 918 364"). */
export function withTrunk(phone: string, country: string | undefined): string {
  const home = country === undefined ? undefined : PLANS[country];
  if (!home || home.trunk === "" || !/^[1-9]\d*$/.test(phone) || phone.startsWith(home.code)) return phone;
  return home.lengths.includes(phone.length) ? `${home.trunk}${phone}` : phone;
}

function lengthsOf(lengths: readonly number[], before: number): string {
  return lengths.map((length) => length + before).join(" / ");
}
