// Before the first paint: the theme that was chosen here, or else the device's.
(function () {
  var chosen;
  try {
    chosen = localStorage.getItem("theme");
  } catch {
    chosen = null;
  }
  var dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  if (dark) document.documentElement.dataset.theme = "dark";
})();

// In the dashboard: the sentences of the person's language come along with the program, not after it.
(function () {
  var meta = document.querySelector('meta[name="languages"]');
  if (!meta) return;
  var files = {};
  meta.content.split(" ").forEach(function (pair) {
    files[pair.split("=")[0]] = pair.split("=")[1];
  });
  var kept;
  try {
    kept = localStorage.getItem("language");
  } catch {
    kept = null;
  }
  var wanted = [kept].concat(
    navigator.languages.map(function (tag) {
      return tag.split("-")[0].toLowerCase();
    }),
    "en",
  );
  var language = wanted.find(function (one) {
    return files[one];
  });
  if (language) fetchEarly(files[language]);
})();

// In the dashboard: the question who one is goes out at once, too, and so does its home.
(function () {
  if (!location.pathname.startsWith("/dashboard")) return;
  var home = document.querySelector('meta[name="home"]');
  if (home && /^\/dashboard\/?$/.test(location.pathname)) home.content.split(" ").forEach(fetchEarly);
  var link = document.createElement("link");
  link.rel = "preload";
  link.as = "fetch";
  link.crossOrigin = "anonymous";
  link.href = "/api/me";
  document.head.append(link);
})();

function fetchEarly(file) {
  var link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = file;
  document.head.append(link);
}
