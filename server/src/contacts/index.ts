/** People: one person under all their numbers and addresses. */
export { readIdentity } from "./people/identity.ts";
export { onlyCallsOf, type Person, type PersonalData, type StoredRows } from "./people/person.ts";
export {
  addMet,
  addSeededContacts,
  addSeededVisitors,
  type Met,
  type SeededContact,
  type SeededVisitor,
} from "./people/store.ts";
export { type Contacts, openContacts } from "./open.ts";
