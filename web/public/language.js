// On an English page, before the first paint: whoever chose another language here before goes on in that one.
(function () {
  var chosen;
  try {
    chosen = localStorage.getItem("language");
  } catch {
    chosen = null;
  }
  if (/^(sw|fr|pt|ar|ha|yo|am|zu)$/.test(chosen))
    location.replace("/" + chosen + location.pathname + location.search + location.hash);
})();
