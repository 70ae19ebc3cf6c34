/** How far along a slider stands, for its stylesheet. */
export function shareStyle(share: number): React.CSSProperties {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- React's types know no custom properties
  return { "--at": `${share * 100}%` } as React.CSSProperties;
}
