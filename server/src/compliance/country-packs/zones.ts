/** Which clock people of a country live by. */

/** Where most people live, of countries whose clocks differ. */
const OF_MOST: Readonly<Record<string, string>> = {
  AU: "Australia/Sydney",
  BR: "America/Sao_Paulo",
  CA: "America/Toronto",
  CD: "Africa/Kinshasa",
  CL: "America/Santiago",
  CN: "Asia/Shanghai",
  EC: "America/Guayaquil",
  ES: "Europe/Madrid",
  FM: "Pacific/Pohnpei",
  GL: "America/Nuuk",
  ID: "Asia/Jakarta",
  KI: "Pacific/Tarawa",
  MN: "Asia/Ulaanbaatar",
  MX: "America/Mexico_City",
  NZ: "Pacific/Auckland",
  PF: "Pacific/Tahiti",
  PG: "Pacific/Port_Moresby",
  PT: "Europe/Lisbon",
  RU: "Europe/Moscow",
  UA: "Europe/Kyiv",
  US: "America/Chicago",
};

/** Older engines have it as a property, newer ones as a function. */
type Zoned = Intl.Locale & { timeZones?: readonly string[] | undefined; getTimeZones?(): readonly string[] | undefined };

/** @param country ISO 3166. Undefined: nothing is known of it. */
export function zoneOf(country: string): string | undefined {
  if (Object.hasOwn(OF_MOST, country)) return OF_MOST[country];
  const locale: Zoned = new Intl.Locale(`und-${country}`);
  return (locale.getTimeZones?.() ?? locale.timeZones)?.[0];
}
