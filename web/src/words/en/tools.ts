/** What assistants can do in a call by themselves, wherever it is named. */
export const tools = {
  check: "Look up free appointments",
  book: "Book appointments",
  cancel: "Cancel appointments",
  move: "Move appointments",
  message: "Take messages and call-backs",
};
