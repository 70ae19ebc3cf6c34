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
