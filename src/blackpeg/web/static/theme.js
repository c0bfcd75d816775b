// Runs before anything is painted: sets the theme that the visitor chose, if any.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch {}
// A game in the address of Make: the board is shown at once, not the form.
if (location.hash.startsWith("#game=")) document.documentElement.classList.add("begun");
