// Runs before the first paint: applies the app's colour and the chosen theme and language.
{
  const root = document.documentElement;
  const languages = ["en", "es", "de", "en-XA", "ar-XB"];
  const kept = (/** @type {string} */ name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  const wished = navigator.languages.map((one) => one.split("-")[0]);
  root.style.setProperty("--hue", root.dataset.hue ?? "230");
  root.dataset.theme = kept("belfry.theme") ?? "system";
  root.lang = [kept("belfry.language") ?? "", ...wished].find((one) => languages.includes(one)) ?? "en";
  root.dir = root.lang.startsWith("ar") ? "rtl" : "ltr";
}
