/** A part of the page that the script of a call cannot do without. */
export function part(selector: string): HTMLElement;
export function part<E extends HTMLElement>(selector: string, kind: new () => E): E;
export function part(selector: string, kind: new () => HTMLElement = HTMLElement): HTMLElement {
  const element = document.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`The page has no ${selector}`);
  return element;
}
