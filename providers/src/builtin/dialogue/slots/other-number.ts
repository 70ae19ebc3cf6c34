/** "SR seven three zero …": letters, or another name, before digits that are no telephone number's. */
const OTHER_NUMBER =
  /^(?:(?:it is|it's|the|my) )*(?:[A-Z]{1,4}(?=[\s,-])(?! am\b)|[a-z](?: [a-z]){1,3} )|\b(?:waybill|booking|order|reference|account|meter|member(?:ship)?|policy|ticket|invoice|receipt|tracking|code|plate|mita|oda|commande|facture|dossier)\b/;

export function isOtherNumber(text: string): boolean {
  return OTHER_NUMBER.test(text.trim());
}
