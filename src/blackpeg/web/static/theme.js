// Runs before anything is painted: what the visitor chose in the settings becomes attributes of the page, for style sheets.
{
  const { dataset } = document.documentElement;
  const sheet = document.currentScript.src.replace("theme.js", "settings.css");
  const apply = (event) => {
    for (const name of ["theme", "palette", "symbols", "large"]) {
      try {
        const chosen = localStorage.getItem(name)?.replaceAll('"', "");
        if (chosen) dataset[name] = chosen;
        else delete dataset[name];
      } catch {}
    }
    if ((dataset.palette || dataset.symbols || dataset.large) && !document.querySelector("#settings-style"))
      document.head.append(Object.assign(document.createElement("link"), { id: "settings-style", rel: "stylesheet", blocking: "render", href: sheet }));
    if (event) dispatchEvent(new Event("settings")); // so that boards say what they show
  };
  apply();
  addEventListener("storage", apply); // another tab has changed them
  addEventListener("pageshow", (event) => event.persisted && apply(event));
}
// A game in the address of Make: the board is shown at once, not the form.
if (location.hash.startsWith("#game=")) document.documentElement.classList.add("begun");
