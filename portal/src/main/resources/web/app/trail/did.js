/** What was done, in words: the names of the audit trail, and their groups for the filter. */
import { t } from "../core/i18n.js";

/** Which names each choice of the filter stands for, as the server takes them. */
export const GROUPS = {
  messages: "job",
  answers: "answer",
  staff: "user,token",
  signIns: "sign-in,sign-out,session",
  kept: "group,audience,template",
  rules: "rules,bots,webhook",
  refused: "refused",
  portal: "keys,person,backup",
};

/** @typedef {keyof typeof GROUPS} Choice */

/** @param {string} text @returns {text is Choice} */
export function isChoice(text) {
  return text in GROUPS;
}

/** @param {Choice} choice */
export function choiceWords(choice) {
  return t(`trail.group.${choice}`);
}

/** One action; as it is called in the trail if this page does not know it. @param {string} action */
export function did(action) {
  const key = `trail.did.${action.replace(/\W/g, "_")}`;
  const words = t(key);
  return words === key ? action : words;
}
