import type { ContactIdentity } from "@ongea/contract";
import type { Accounts } from "../accounts/index.ts";
import type { Compliance, PersonalData } from "../compliance/index.ts";
import type { Http } from "../platform/http/http.ts";
import type { PhoneNumber } from "../platform/phone-number/phone-number.ts";
import type { Platform } from "../platform/platform.ts";
import { type Appointments, createAppointments } from "./appointments/appointments.ts";
import { createPersonalAppointments } from "./appointments/personal/store.ts";
import { type AppointmentStore, createAppointmentStore } from "./appointments/store.ts";
import { type ContactExchangeParts, contactExchangeRoutes } from "./exchange/routes.ts";
import { readIdentity } from "./people/identity.ts";
import { createMergingStore } from "./people/merging/store.ts";
import { contactsOnWire } from "./people/on-wire.ts";
import { createPersonStore, type PersonStore } from "./people/personal/store.ts";
import { contactRoutes, type MoveToContact } from "./people/routes.ts";
import { createContactStore, type ContactKey, type ContactRow, type ContactStore } from "./people/store.ts";

export interface Contacts extends Pick<ContactStore, "met" | "metBy" | "namesOf" | "numbersOf"> {
  /** What is one contact's becomes another's, in the transaction that merges or splits them. */
  whenMoved(move: MoveToContact): void;
  /** What is known of whoever has this number, by the names that a prompt gives it: `contact.name`, `contact.Account`. */
  knownOf(workspaceId: string, phone: PhoneNumber): Promise<Record<string, string>>;
  /** The same, of a contact. */
  knownOfContact(key: ContactKey): Promise<Record<string, string>>;
  personal: PersonStore;
  /** What agents arrange with people; what they keep of people, for whoever takes that away. */
  appointments: Appointments;
  stores: { appointments: AppointmentStore };
  personalAppointments: PersonalData;
  /** An identity as somebody wrote it, as it is stored. Refuses with "contact.bad_number" or "contact.bad_email". */
  readIdentity(identity: ContactIdentity): ContactIdentity;
  routes(app: Http): void;
}

export function openContacts({ config, database }: Platform, { audit }: Accounts, { doNotCall }: Compliance): Contacts {
  const [store, appointments] = [createContactStore(database), createAppointmentStore(database)];
  const moves: MoveToContact[] = [];
  const countries = config.DIAL_COUNTRIES;
  const onWire = contactsOnWire((workspaceId, numbers) => doNotCall.among(workspaceId, numbers));
  return {
    personal: createPersonStore(database),
    appointments: createAppointments(appointments, () => new Date()),
    stores: { appointments },
    personalAppointments: createPersonalAppointments(database),
    met: store.met,
    metBy: (workspaceId, identity, name) => store.metBy(workspaceId, identity, name),
    namesOf: (workspaceId, ids) => store.namesOf(workspaceId, ids),
    async knownOfContact(key) {
      const row = await store.read(key);
      return Object.fromEntries(row ? knownBy(row) : []);
    },
    readIdentity: (identity) => readIdentity(identity, countries),
    whenMoved: (move) => void moves.push(move),
    numbersOf: (key) => store.numbersOf(key),
    async knownOf(workspaceId, phone) {
      const { data } = await store.list(workspaceId, { phone, limit: 1 });
      return Object.fromEntries(data.flatMap(knownBy));
    },
    routes(app) {
      contactRoutes(app, { store, merging: createMergingStore(database), audit, countries, onWire, moves });
      const list: ContactExchangeParts["list"] = async (workspaceId, page) => {
        const { data, next } = await store.list(workspaceId, page);
        return { data: await onWire(workspaceId, data), next };
      };
      contactExchangeRoutes(app, { store, tenancy: database, audit, countries, list });
    },
  };
}

function knownBy({ name, language, fields }: ContactRow): [string, string][] {
  const known = Object.entries({ ...fields, name, language }).map(([field, value]): [string, string] => [
    `contact.${field}`,
    value,
  ]);
  return known.filter(([, value]) => value !== "");
}
