// Runs before the first paint: the app's colour, and the theme that was chosen.
{
  const root = document.documentElement;
  root.style.setProperty("--hue", root.dataset.hue ?? "230");
  try {
    root.dataset.theme = localStorage.getItem("belfry.theme") ?? "system";
  } catch {
    // Without storage the system's theme it is.
  }
}
