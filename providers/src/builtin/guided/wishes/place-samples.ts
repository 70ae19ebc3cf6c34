/** How callers say where something is: towns, quarters and streets in use where our callers are, with what stands beside them. */
import type { Form } from "../forms/form.ts";

const PLACES =
  "Nairobi,Westlands,Kilimani,Milimani,Karen,Langata,Kileleshwa,Lavington,Parklands,Eastleigh,Kibera,Kasarani,Roysambu,Ruaka,Embakasi,Donholm,Buruburu,Umoja,Kayole,Dandora,South B,South C,Rongai,Ngong," +
  "Thika,Kiambu,Ruiru,Juja,Nakuru,Kisumu,Kondele,Eldoret,Mombasa,Nyali,Bamburi,Likoni,Malindi,Kilifi,Machakos,Kitengela,Athi River,Nyeri,Meru,Embu,Kericho,Kisii,Kakamega,Bungoma,Kitale,Naivasha,Garissa," +
  "Kampala,Entebbe,Jinja,Gulu,Mbarara,Mbale,Ntinda,Kololo,Makindye,Nakawa,Dar es Salaam,Arusha,Mwanza,Dodoma,Moshi,Kinondoni,Ilala,Temeke,Mikocheni,Masaki,Kariakoo,Zanzibar,Kigali,Remera,Kacyiru,Nyamirambo,Kimironko," +
  "Lagos,Ikeja,Lekki,Surulere,Yaba,Ajah,Abuja,Wuse,Garki,Maitama,Ibadan,Kano,Kaduna,Port Harcourt,Enugu,Benin,Accra,Osu,East Legon,Kumasi,Tema,Madina,Takoradi,Lusaka,Ndola,Harare,Lilongwe,Johannesburg,Soweto,Durban,Pretoria";
const STREETS =
  "Ngong Road,Moi Avenue,Kenyatta Avenue,Oginga Odinga Street,Tom Mboya Street,Uhuru Highway,Mombasa Road,Waiyaki Way,Jogoo Road,Thika Road,Kampala Road,Market Street,Station Road,Church Road,School Lane,Main Street";
const LANDMARKS = (
  "school,church,mosque,market,mall,hospital,police station,bus stop,bus stage,petrol station,bank,post office,stadium,supermarket,shopping centre,roundabout,junction,railway station," +
  "primary school,clinic,chemist,hotel,flats,garage,chief's camp,water tank,bridge,main gate,park"
).split(",");
/** As many as go into no number of landmarks: each meets each. */
const BESIDE = ["behind", "near", "next to", "opposite", "beside", "just after", "close to"];
const DETAILS = "ground floor,first floor,second floor,third floor,the blue gate,the black gate,house number four,block B".split(
  ",",
);
const WHERE = /\b(?:location|address|place|area|estate|street|town|city|pick ?up|drop ?off|destination)\b/i;

/** None where no tool asks where something is. */
export function placeSamples(forms: readonly Form[]): string[] {
  if (!forms.some(({ fields }) => fields.some(({ kind, label }) => kind === "text" && WHERE.test(label)))) return [];
  const beside = (at: number): string => `${BESIDE[at % BESIDE.length]!} the ${LANDMARKS[at % LANDMARKS.length]!}`;
  return [...PLACES.split(","), ...STREETS.split(",")].flatMap((place, at) => [
    place,
    `${place} ${beside(at)}`,
    `it is in ${place} ${beside(at + 3)}`,
    `${place} ${DETAILS[at % DETAILS.length]!}`,
  ]);
}
