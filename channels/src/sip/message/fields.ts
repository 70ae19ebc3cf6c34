/** Names and values of a message; without a prototype, because a peer chooses the names. */
export function emptyFields(): Record<string, string> {
  return Object.setPrototypeOf({}, null);
}
