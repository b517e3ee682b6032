/** Loads the text of views and dialogs that are loaded later. Each of those imports this module. */
import { addLaterWords } from "./i18n.js";

await addLaterWords();
