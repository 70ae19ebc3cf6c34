/** Times; the months stand here for browsers that do not know a language's names. */
export const time = {
  months: "Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec",
  today: "today {time}",
  in_place: "{moment} ({place} time)",
  ago_now: "just now",
  ago_minutes: "{count, plural, one {# minute ago} other {# minutes ago}}",
  ago_hours: "{count, plural, one {# hour ago} other {# hours ago}}",
  ago_days: "{count, plural, one {# day ago} other {# days ago}}",
  duration: "{minutes}m {seconds}s",
};
