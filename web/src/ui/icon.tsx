/** 16 px line icons with square ends, for acts; and the 7 × 7 motifs of the sections. */

const ICONS = {
  play: <path d="M4 2.5v11l9-5.5z" fill="currentColor" stroke="none" />,
  pause: <path d="M3.5 2.5h3v11h-3zM9.5 2.5h3v11h-3z" fill="currentColor" stroke="none" />,
  phone: <path d="M2 3l3-1.5 2 3.5-1.5 1.5c.7 1.8 2.2 3.3 4 4L11 9l3.5 2L13 14C7 14 2 9 2 3z" />,
  close: <path d="M3 3l10 10M13 3L3 13" />,
  microphone: <path d="M6 1.5h4v7H6zM3 7v1.5a5 4 0 0010 0V7M8 12.5V15M5 15h6" />,
  muted: <path d="M6 1.5h4v7H6zM3 7v1.5a5 4 0 0010 0V7M8 12.5V15M5 15h6M1.5 1.5l13 13" />,
  keypad: (
    <path
      d="M2 2h2.5v2.5H2zM6.75 2h2.5v2.5h-2.5zM11.5 2H14v2.5h-2.5zM2 6.75h2.5v2.5H2zM6.75 6.75h2.5v2.5h-2.5zM11.5 6.75H14v2.5h-2.5zM6.75 11.5h2.5V14h-2.5z"
      fill="currentColor"
      stroke="none"
    />
  ),
  attach: <path d="M4.5 8.5l5-5a2.1 2.1 0 013 3l-6 6a3.4 3.4 0 01-5-5L7 2" />,
  download: <path d="M8 1.5v9M4 7l4 4 4-4M2 14.5h12" />,
  menu: <path d="M1 4h14M1 8h14M1 12h14" />,
  left: <path d="M10 3L5 8l5 5" />,
  right: <path d="M6 3l5 5-5 5" />,
  search: <path d="M11 11l4 4M7 2a5 5 0 100 10A5 5 0 007 2z" />,
  bell: <path d="M3 12h10l-1.5-2V6.5a3.5 3.5 0 00-7 0V10zM6.5 14.5h3" />,
  settings: <path d="M1 4h8m4 0h2M1 12h2m4 0h8M9 2v4h4V2zM3 10v4h4v-4z" />,
  down: <path d="M3 6l5 5 5-5" />,
  copy: <path d="M5 5h9v9H5zM2 11V2h9" />,
  trash: <path d="M2 4h12M6 4V2h4v2M3.5 4v10h9V4M6.5 7v4.5M9.5 7v4.5" />,
  check: <path d="M2.5 8.5l3.5 3.5L13.5 4" />,
  plus: <path d="M8 2v12M2 8h12" />,
  sun: (
    <path d="M8 4.5a3.5 3.5 0 100 7 3.5 3.5 0 000-7zM8 0v2.5M8 13.5V16M0 8h2.5M13.5 8H16M2.5 2.5l1.5 1.5M12 12l1.5 1.5M2.5 13.5L4 12M12 4l1.5-1.5" />
  ),
} as const;

export type IconName = keyof typeof ICONS;
export type MotifName = keyof typeof MOTIFS;

export function Icon({ name }: { name: IconName }): React.ReactNode {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      {ICONS[name]}
    </svg>
  );
}

const MOTIFS = {
  home: "####... #..#... ####... ....... ...#### ...#..# ...####",
  setup: "...#... ..###.. .##.##. ##...## .##.##. ..###.. ...#...",
  live: "#.....# #.#.#.# #.#.#.# ###.### #.#.#.# #.#.#.# #.....#",
  history: "###.### ....... ##.#### ....... ####.## ....... ###.###",
  analytics: "......# ......# ...##.# ...##.# ##.##.# ##.##.# ##.##.#",
  messages: "####### #.....# #.###.# #.....# #.##..# ####### .##....",
  compliance: "......# .....## #...##. ##.##.. .###... ..#.... .......",
  contacts: "..###.. ..###.. ..###.. ....... .#####. ####### #######",
  numbers: "#..#..# ....... #..#..# ....... #..#..# ....... ...#...",
  knowledge: "...#... ..###.. .##.##. ##...## ...#... ..###.. .#####.",
  batches: "#..#... ##.##.. .##.##. ..##.## .##.##. ##.##.. #..#...",
  voice: "..#.... ..#.#.. #.#.#.. #.#.#.# #.#.#.. ..#.#.. ..#....",
  voices: "#...... ##.#### ###.... ####.## ###.... ##.#### #......",
  providers: "###.... #.#.... #####.. ..#.#.. ..##### ....#.# ....###",
  developers: "..#.#.. .##.##. ##...## #.....# ##...## .##.##. ..#.#..",
} as const;

export function Motif({ name, cell = 2 }: { name: MotifName; cell?: number }): React.ReactNode {
  const d = MOTIFS[name]
    .split(" ")
    .map((row, y) =>
      row
        .split("")
        .map((dot, x) => (dot === "#" ? `M${x * cell} ${y * cell}h${cell}v${cell}h-${cell}z` : ""))
        .join(""),
    )
    .join("");
  return (
    <svg className="motif" width={7 * cell} height={7 * cell} shapeRendering="crispEdges" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}
