// Runs before anything is painted: sets the theme that the visitor chose, if any.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch {}
