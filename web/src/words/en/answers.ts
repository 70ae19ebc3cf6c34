/** How results of tools are told. */
export const answers = {
  template: "How the result is told",
  template_note:
    "For example: Your order was sent on '{sent_on}' to '{order.city}'. Fields of the result stand in braces; dates, times and lists are spoken. Leave empty for the agent’s own words.",
  example: "Example of a result",
  example_note: "JSON as the service answers. A test request fills it in.",
  heard: "The caller hears:",
  plain: "No sentence can be said. The caller hears:",
  missing: "Not in this result:",
};
