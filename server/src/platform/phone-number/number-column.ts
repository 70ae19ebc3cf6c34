/** Which column of a file of contacts holds the telephone numbers. Pure. */

/** As the wire names it; then as people name it, in the languages of those who use this. */
const NAMES = [
  "contact_number",
  "phone_number",
  "phone",
  "mobile",
  "mobile_number",
  "cell",
  "cellphone",
  "cell_number",
  "telephone",
  "telephone_number",
  "tel",
  "msisdn",
  "number",
  "contact",
  "recipient_phone_number",
  "simu",
  "namba_ya_simu",
  "namba",
  "téléphone",
  "numéro",
  "numéro_de_téléphone",
  "portable",
  "telefone",
  "celular",
  "número",
  "lambar_waya",
  "waya",
  "inombolo",
  "ucingo",
  "ስልክ",
  "الهاتف",
  "رقم_الهاتف",
];

/** In lower case, with underscores for what stands between words. */
export function columnName(cell: string): string {
  return cell
    .normalize("NFC")
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/g, "_")
    .replace(/^['"]+|['"]+$/g, "");
}

/** The place of the first column that is named as one with numbers; undefined: none is. */
export function numberColumn(header: readonly string[]): number | undefined {
  const names = header.map(columnName);
  for (const name of NAMES) {
    const at = names.indexOf(name);
    if (at >= 0) return at;
  }
  return undefined;
}
