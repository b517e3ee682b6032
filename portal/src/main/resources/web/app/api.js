// The API's page, before its first paint: the app's colour and the chosen theme. Its words are English.
{
  const root = document.documentElement;
  root.style.setProperty("--hue", root.dataset.hue ?? "230");
  try {
    root.dataset.theme = localStorage.getItem("belfry.theme") ?? "system";
  } catch {
    root.dataset.theme = "system";
  }
}
