/** The opening hours of an agent’s calendar, day by day. */
export const hours = {
  from: "{day}, from",
  to: "{day}, to",
  add: "Add hours",
  add_of: "{day}: add hours",
  remove_of: "{day}: remove {hours}",
  closed: "Closed",
};
