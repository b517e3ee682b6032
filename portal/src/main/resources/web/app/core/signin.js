/** Signing in with Webex, without endless redirects. */
import { tab } from "./browser-storage.js";
import { inWords, t } from "./i18n.js";

const TRIED = "belfry.sign-in";
const PLACE = "belfry.place";
const BETWEEN = 60_000;

/** Whether a sign-in may begin by itself: at most once a minute, and only if the browser can store that. */
export function mayBegin() {
  const last = Number(tab.get(TRIED) ?? 0);
  return Date.now() - last > BETWEEN && tab.set(TRIED, String(last));
}

/**
 * Goes to Webex. The part of the address after # never reaches a server, so it is stored here.
 * @throws {Error} with words for people
 */
export async function begin() {
  tab.set(TRIED, String(Date.now()));
  tab.set(PLACE, location.hash);
  let answer;
  try {
    answer = await fetch("authUrl", { headers: { Accept: "text/plain" } });
  } catch {
    throw new Error(t("core.noAnswer"));
  }
  if (!answer.ok) {
    throw new Error(await refusal(answer));
  }
  const url = new URL((await answer.text()).trim());
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new Error(t("core.noSignInAddress"));
  }
  location.assign(url);
}

/** @param {Response} answer */
async function refusal(answer) {
  const said = JSON.parse(answer.headers.get("belfry-said") ?? "{}");
  return inWords(said, (await answer.text()) || t("core.noSignIn"));
}

/** After the return from Webex: goes back to the earlier place. */
export function comeBack() {
  const place = tab.get(PLACE);
  tab.drop(PLACE);
  if (place && location.hash === "") {
    history.replaceState(null, "", place);
  }
}
