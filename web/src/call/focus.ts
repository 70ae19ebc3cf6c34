/** Nothing has the focus, or what had it cannot be pressed any more: a keyboard would begin at the top of the page again. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.matches(":disabled");
}
