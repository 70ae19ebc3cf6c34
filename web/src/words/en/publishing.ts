/** How an agent's draft becomes its next version, and what versions are called. */
export const publishing = {
  note: "The draft becomes version {next}: every call and message that begins from now on uses it.",
  meanwhile:
    "Version {version} went live after this draft was begun from version {based}. The list below shows all that publishing changes.",
  live: "Live: version {version}",
  draft: "Draft",
  version_name: "Name of the version (optional)",
  version_note: "Note (optional)",
  published: "Version {version} is live",
  discard: "Discard draft",
  discard_question: "Discard this draft?",
  discard_note: "What was saved in it is lost. Version {version} stays live.",
  discarded: "Draft discarded",
  describe: "Name and note",
  describe_one: "Name and note of version {version}",
  save: "Save",
  saves_drafts: "Save changes as a draft first",
  saves_drafts_note:
    "Then nothing is live before somebody publishes it. A program that replaces the agent over the API still publishes at once.",
};
