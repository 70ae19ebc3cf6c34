/** What a prompt and a welcome message may refer to. */
export const variables = {
  of_call: "Every call",
  of_contact: "Contact",
  of_batch: "Columns of the last batch",
  note: "Filled in when the call begins. What is not known is left out with the words around it.",
};
