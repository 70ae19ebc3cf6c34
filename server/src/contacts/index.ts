/** People: one person under all their numbers and addresses. */
export {
  addMet,
  addSeededContacts,
  addSeededVisitors,
  type Met,
  type SeededContact,
  type SeededVisitor,
} from "./people/store.ts";
export { type Contacts, openContacts } from "./open.ts";
