/** What a widget says on other people's pages, and in its frame. */
export const widget = {
  open: "Talk to us",
  type_instead: "Type instead",
  hint: "Your browser will ask for the microphone; you can type instead. The conversation is recorded.",
  off: "This agent takes no calls here at the moment.",
  not_here: "This page is not one of those that may show this agent.",
  not_loaded: "The agent could not be loaded. Close this and try again in a moment.",
  chat_type: "Write a message",
  chat_waiting: "A person will answer you here.",
  chat_failed: "Your message was not sent. Try again in a moment.",
  chat_attach: "Attach a picture or PDF",
  chat_file_failed: "The file was not sent. It has to be a picture or PDF of at most 5 MB.",
  chat_person: "Our team",
};
