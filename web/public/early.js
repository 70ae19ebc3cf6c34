// Before the first paint: the theme that was chosen here, or else the device's, also when that changes.
(function () {
  var device = matchMedia("(prefers-color-scheme: dark)");
  function dress() {
    var chosen = kept("theme");
    if (chosen ? chosen === "dark" : device.matches) document.documentElement.dataset.theme = "dark";
    else delete document.documentElement.dataset.theme;
  }
  dress();
  device.addEventListener("change", dress);
})();

// In the dashboard: the sentences of the person's language come along with the program, not after it.
(function () {
  var files = {};
  listOf("languages").forEach(function (pair) {
    files[pair.split("=")[0]] = pair.split("=")[1];
  });
  var wanted = [kept("language")].concat(
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

// In the dashboard: the question who one is goes out at once, too, and so do its home and what that asks.
(function () {
  if (!location.pathname.startsWith("/dashboard")) return;
  listOf("fonts").forEach(function (file) {
    addLink({ rel: "preload", as: "font", crossOrigin: "anonymous", href: file });
  });
  askEarly("/api/me");
  if (!/^\/dashboard\/?$/.test(location.pathname)) return;
  listOf("home").forEach(fetchEarly);
  var isKnown = kept("hasAccount") === "yes" || /"invitationVerified":\s*true/.test(kept("leadData"));
  if (isKnown && !location.search) listOf("home-asks").forEach(askEarly);
})();

/** What this browser keeps; null where it keeps nothing. */
function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function listOf(name) {
  var meta = document.querySelector('meta[name="' + name + '"]');
  return meta && meta.content ? meta.content.split(" ") : [];
}

function fetchEarly(file) {
  addLink({ rel: "modulepreload", href: file });
}

function askEarly(address) {
  addLink({ rel: "preload", as: "fetch", crossOrigin: "anonymous", href: address });
}

function addLink(properties) {
  document.head.append(Object.assign(document.createElement("link"), properties));
}
