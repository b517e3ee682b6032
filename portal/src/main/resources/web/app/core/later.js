/** Brings the words that only views and dialogs loaded later say. Each of those imports this module. */
import { addLaterWords } from "./i18n.js";

await addLaterWords();
