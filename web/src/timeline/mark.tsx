/** The mark: one hand-over of the turn; it is also a talking drum. */
export function Mark({ cell = 3 }: { cell?: number }): React.ReactNode {
  const paths = { caller: "", tool: "", assistant: "" };
  for (let i = 0; i < 7; i++) {
    const reach = Math.abs(3 - i);
    paths[i < 3 ? "caller" : i > 3 ? "assistant" : "tool"] +=
      `M${i * cell} ${(3 - reach) * cell}h${cell}v${(reach * 2 + 1) * cell}h${-cell}z`;
  }
  return (
    <svg
      className="weave weave-mark"
      width={7 * cell}
      height={7 * cell}
      viewBox={`0 0 ${7 * cell} ${7 * cell}`}
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      {Object.entries(paths).map(([yarn, d]) => (
        <path key={yarn} className={`w-${yarn}`} d={d} />
      ))}
    </svg>
  );
}
