/** Loads the text and the styles of what is loaded later: each such view and dialog imports this module. */
import { addLaterWords } from "./i18n.js";

/** Whether it can be loaded or not: a view without it can be read. */
function addLaterStyles() {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  // The bundle is flat.
  sheet.href = new URL("later.css", import.meta.url).href;
  return new Promise((settled) => {
    sheet.addEventListener("load", settled);
    sheet.addEventListener("error", settled);
    document.head.append(sheet);
  });
}

await Promise.all([addLaterWords(), addLaterStyles()]);
