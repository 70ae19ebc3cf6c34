/** A part of the page that the script of a call cannot do without. */
export function elementOf(selector: string): HTMLElement;
export function elementOf<E extends HTMLElement>(selector: string, kind: new () => E): E;
export function elementOf(selector: string, kind: new () => HTMLElement = HTMLElement): HTMLElement {
  const element = document.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`The page has no ${selector}`);
  return element;
}
