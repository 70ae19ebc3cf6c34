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
  if (!language) return;
  var link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = files[language];
  document.head.append(link);
})();

// In the dashboard: the question who one is goes out at once, too.
(function () {
  if (!location.pathname.startsWith("/dashboard")) return;
  var link = document.createElement("link");
  link.rel = "preload";
  link.as = "fetch";
  link.crossOrigin = "anonymous";
  link.href = "/api/me";
  document.head.append(link);
})();
