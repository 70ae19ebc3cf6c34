/** Letters are for the field that the person is in, not for shortcuts; a dialog or menu that is open has keys of its own. */
export function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    /^(?:input|textarea|select)$/i.test(target.tagName) ||
    target.closest("[role=dialog],[role=menu]") !== null
  );
}
