/**
 * A drawing for each provider, in two tones of one colour: ours, of what it does, and none of its mark. Nine by nine, `#` the dark tone, `+` the
 * light one.
 */
import type { ProviderId } from "@ongea/contract";

const GLYPHS: Readonly<Record<ProviderId, string>> = {
  // Two lines that are joined on a switchboard.
  twilio: "#.......# ##.....## .+#...#+. .++#.#++. ...+#+... .++#.#++. .+#...#+. ##.....## #.......#",
  // A signal that goes out.
  plivo: "#....+... ##....+.. .##....+. ..##....+ ...##..++ ..##....+ .##....+. ##....+.. #....+...",
  // A drum that talks.
  africastalking: "######### #+++++++# .#######. ..#+#+#.. ...#+#... ..#+#+#.. .#######. #+++++++# #########",
  // A note that was folded, and read.
  whatsapp: "######### ##.....## #.#...#.# #..#.#..# #...#...# #.......# #######.. ....+...+ +..+.+.+.",
  // A reply that meets its question.
  messenger: "######... #....#... #.##.#... #....#+++ ###.##..+ ..##+.+.+ ...#+...+ ....+++++ ......++.",
  // A frame, and what is seen in it.
  instagram: ".#######. #.....+.# #.......# #..+++..# #.+###+.# #..+++..# #.......# #.......# .#######.",
  // A dart of paper.
  telegram: "........# ......##+ ....##++# ..##++#+# ######+.# ..+##++.# ...+#+.#. ....#.##. ....##...",
  // A voice that swells.
  elevenlabs: "......... ....#.... ....#.... ..#.#.#.. +.#.#.#.+ ..#.#.#.. ....#.... ....#.... .........",
  // Speech as steps of pitch.
  deepgram: "++....... ++....... ++##..... ..##..... ..##++... ....++... ....++##. ......##. ......###",
  // A weave of four.
  openai: "..##.++.. ..##.++.. ####.++++ ####.++++ ......... ++++.#### ++++.#### ..++.##.. ..++.##..",
  // A book that lies open.
  anthropic: "......... ###...+++ #..#.+..+ #...#...+ #...#...+ #...#...+ ###.#.+++ ...#.+... ....#....",
  // One way in, three ways out.
  openrouter: "......+++ .....+... ....+.... ...#..... ####.#### ...#..... ....+.... .....+... ......+++",
  // Stripes that are quick.
  groq: "..####### .......++ #######.. ++....... ..####### .......++ #######.. ++....... ..#######",
  // A cloud that answers.
  "azure-openai": "......... ....###.. ...#+++#. .##+++++# #+++++++# #+#+#+#+# #+++++++# .#######. .........",
  // A courtyard in a courtyard.
  sarvam: "######### #.......# #.+++++.# #.+...+.# #.+.#.+.# #.+...+.# #.+++++.# #.......# ####.####",
  // A point between two axes.
  cartesia: ".#....... .#....... .#+++++.. .#....+.. .#....+.. .#...+#+. .#....+.. .######## .#.......",
  // A word in the sound around it.
  ultravox: "....#.... ...#.#... ..#...#.. .#..+..#. #..+++..# .#..+..#. ..#...#.. ...#.#... ....#....",
  // A page of a calendar.
  cal: ".#.....#. ######### #.......# #.+.+.+.# #.......# #.+.#.+.# #.......# #.+.+.+.# #########",
};

const SIDE = 9;

export function hasGlyph(id: string): id is ProviderId {
  return Object.hasOwn(GLYPHS, id);
}

export function Glyph({ of }: { of: ProviderId }): React.ReactNode {
  return (
    <svg viewBox={`0 0 ${SIDE} ${SIDE}`} shapeRendering="crispEdges" aria-hidden="true">
      <path className="glyph-light" d={pathOf(of, "+")} />
      <path d={pathOf(of, "#")} />
    </svg>
  );
}

function pathOf(id: ProviderId, tone: "#" | "+"): string {
  const rows = GLYPHS[id].split(" ");
  return rows.flatMap((row, y) => [...row].map((dot, x) => (dot === tone ? `M${x} ${y}h1v1h-1z` : ""))).join("");
}
