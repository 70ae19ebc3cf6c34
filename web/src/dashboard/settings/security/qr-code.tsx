import qrcode from "qrcode-generator";

const CELL = 4;
/** Of the light border that readers need, in cells. */
const QUIET = 4;

/** Always dark on light, in both themes: many readers know nothing else. */
export function QrCode({ text, label }: { text: string; label: string }): React.ReactNode {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const side = (count + 2 * QUIET) * CELL;
  let d = "";
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++)
      if (code.isDark(row, column)) d += `M${(column + QUIET) * CELL} ${(row + QUIET) * CELL}h${CELL}v${CELL}h-${CELL}z`;
  return (
    <svg width={side} height={side} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={side} height={side} fill="#fff" />
      <path d={d} fill="#000" />
    </svg>
  );
}
