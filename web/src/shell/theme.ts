/** Light or dark, kept in this browser (early.js reads it before the first paint). */
export function switchTheme(): void {
  const { dataset } = document.documentElement;
  const dark = dataset["theme"] === "dark";
  if (dark) delete dataset["theme"];
  else dataset["theme"] = "dark";
  try {
    localStorage.setItem("theme", dark ? "light" : "dark");
  } catch {
    // A browser that keeps nothing follows the device next time.
  }
}
