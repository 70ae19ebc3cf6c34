/** A part of the page that the script of a call cannot do without. */
export function part<E extends HTMLElement = HTMLElement>(selector: string): E {
  const element = document.querySelector<E>(selector);
  if (!element) throw new Error(`The page has no ${selector}`);
  return element;
}
