/** How callers say where something is: towns, quarters and streets in use where our callers are, with what stands beside them. */
import { saysWhere, type Form } from "../forms/form.ts";
import { STREETS, TOWNS } from "../spoken/places.ts";

const LANDMARKS = (
  "school,church,mosque,market,mall,hospital,police station,bus stop,bus stage,petrol station,bank,post office,stadium,supermarket,shopping centre,roundabout,junction,railway station," +
  "primary school,clinic,chemist,hotel,flats,garage,chief's camp,water tank,bridge,main gate,park"
).split(",");
/** As many as go into no number of landmarks: each meets each. */
const BESIDE = ["behind", "near", "next to", "opposite", "beside", "just after", "close to"];
const DETAILS = "ground floor,first floor,second floor,third floor,the blue gate,the black gate,house number four,block B".split(
  ",",
);

/** None where no tool asks where something is. */
export function placeSamples(forms: readonly Form[]): string[] {
  if (!forms.some(({ fields }) => fields.some(saysWhere))) return [];
  const beside = (at: number): string => `${BESIDE[at % BESIDE.length]} the ${LANDMARKS[at % LANDMARKS.length]}`;
  return [...TOWNS, ...STREETS].flatMap((place, at) => [
    place,
    `${place} ${beside(at)}`,
    `it is in ${place} ${beside(at + 3)}`,
    `${place} ${DETAILS[at % DETAILS.length]}`,
  ]);
}
