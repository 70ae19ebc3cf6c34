import { expect, test } from "vitest";
import { PassageIndex } from "./passage-index.ts";

const passages: [string, string, string][] = [
  ["Leaflet", "Travel", "Yellow fever certificates are issued on Wednesdays between two and four in the afternoon."],
  ["Leaflet", "Children", "Vaccinations of babies are free. Bring the clinic card."],
  ["Prices", "Rooms", "A private room costs 4,500 shillings a night, a bed in the ward 1,200."],
  ["Prices", "Laboratory", "A malaria test costs 350 shillings and takes twenty minutes."],
  ["Huduma", "Saa za kazi", "Tunafungua saa mbili asubuhi na kufunga saa kumi na moja jioni."],
  ["Directions", "Parking", "Parking is behind the church; the gate opens at seven."],
];

function index(): PassageIndex {
  const made = new PassageIndex();
  passages.forEach(([title, heading, text], position) =>
    made.add({ itemId: title, position, title, heading, text, page: null, lastPage: null }),
  );
  return made;
}

test.each([
  ["How much is a malaria test?", "Laboratory"],
  ["what does a private room cost", "Rooms"],
  ["are the vaccination of my baby free", "Children"],
  ["where can I park, is there parking", "Parking"],
  ["mnafunga saa ngapi jioni", "Saa za kazi"],
  ["yelow feber certificat", "Travel"],
])("asked '%s', it finds the part about it", (question, heading) => {
  const made = index();
  expect(made.passage(made.find(question, 3)[0]?.number ?? -1)?.heading).toBe(heading);
});

test.each(["hello", "my name is Achieng", "yes please", "", "???"])("'%s' asks for nothing", (said) => {
  expect(index().find(said, 3)).toEqual([]);
});

test("it looks only into the items that an assistant is given", () => {
  const made = index();
  const found = made.find("what does a malaria test cost", 5, new Set(["Leaflet"]));
  expect(found.every(({ number }) => made.passage(number)?.itemId === "Leaflet")).toBe(true);
});
