/** Signing in with Webex, without ever going round in circles. */
import { tab } from "./browser-storage.js";
import { inWords, t } from "./i18n.js";

const TRIED = "belfry.sign-in";
const PLACE = "belfry.place";
const BETWEEN = 60_000;

/** Whether a sign-in may begin by itself: at most one a minute, and only where that is kept. */
export function mayBegin() {
  const last = Number(tab.get(TRIED) ?? 0);
  return Date.now() - last > BETWEEN && tab.set(TRIED, String(last));
}

/**
 * Leaves for Webex. The address behind the # never reaches a server, so it is kept here.
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

/** Back from Webex: to the place one came from. */
export function comeBack() {
  const place = tab.get(PLACE);
  tab.drop(PLACE);
  if (place && location.hash === "") {
    history.replaceState(null, "", place);
  }
}
