/** Requests to the server. Addresses are relative to the page's own: `jobs/list/all`. */
import { cookie } from "./browser-storage.js";
import { inWords, language, t } from "./i18n.js";

const NO_ANSWER = "urn:belfry:no-answer";

/** What is refused only where the page is newer than the node that answers, or older. */
const OF_ANOTHER_VERSION = ["field.unknown", "query.unknown", "query.none"];

/** What went wrong, in words for people. */
export class Trouble extends Error {
  /**
   * @param {number} status 0 when no answer came
   * @param {Partial<Problem>} problem
   */
  constructor(status, problem) {
    super(detail(problem));
    this.status = status;
    this.type = problem.type ?? "about:blank";
    this.title = problem.title ?? "";
    this.errors = (problem.errors ?? []).map(faultInWords);
  }

  /** Whether nothing answered, so that it may have been done all the same. */
  get isNoAnswer() {
    return this.type === NO_ANSWER;
  }

  /** Whether Belfry answered, not a proxy in its place. */
  get answered() {
    return this.title !== "";
  }

  /**
   * The message about one field.
   * @param {string} name
   */
  of(name) {
    return this.errors.find((error) => error.field === name)?.message ?? "";
  }
}

/** @param {Partial<Problem>} problem */
function detail(problem) {
  return ofItsVersion(problem, problem.detail || problem.title || t("core.didNotWork"));
}

/** One field's fault in the reader's language. @param {FieldError} error @returns {FieldError} */
export function faultInWords(error) {
  return { ...error, message: ofItsVersion(error, error.message) };
}

/** A page that asks for what is not known is newer than what answers. @param {Partial<Problem> | FieldError} said @param {string} english */
function ofItsVersion(said, english) {
  return OF_ANOTHER_VERSION.includes(said.code ?? "") ? t("core.otherVersion") : inWords(said, english);
}

/**
 * Events for what concerns the whole page: `signed-out`, `left` (the same, but without a message), `confirm`, `fewer` where
 * one may perhaps do less than before, and `other` where somebody else has signed in in this browser.
 */
export const turnedAway = new EventTarget();

/** Whoever signed in when the page was opened; nothing that is shown to them is done by another. */
const whose = cookie("id");

/** So long a page lives on that is being left. */
const LEAVING = 1_000;

let offset = 0;

/** The server's current time: countdowns must not depend on a wrong local clock. */
export function now() {
  return Date.now() + offset;
}

/** @param {Response} response */
function setClock(response) {
  const date = Date.parse(response.headers.get("date") ?? "");
  const apart = date + 500 - Date.now();
  if (!Number.isNaN(date)) {
    offset = Math.abs(apart) > 2_000 ? apart : 0;
  }
}

/** @param {string} path @param {Values} [query] what is empty is left out */
export function withQuery(path, query = {}) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") {
      parameters.set(name, String(value));
    }
  }
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{ query?: Values, body?: unknown, file?: File, signal?: AbortSignal, unattended?: boolean }} [more]
 * @returns {Promise<any>}
 */
async function ask(method, path, { query, body, file, signal, unattended = false } = {}) {
  if (whose !== undefined && (cookie("id") ?? whose) !== whose) {
    turnedAway.dispatchEvent(new Event("other"));
    throw new Trouble(0, { detail: t("core.wasSignedOut") });
  }
  const patience = AbortSignal.timeout(file ? 240_000 : 45_000);
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": language, ...(unattended && { "Belfry-Unattended": "true" }) };
  if (file || body !== undefined) {
    headers["Content-Type"] = file ? file.type || "application/octet-stream" : "application/json";
  }
  let response;
  try {
    response = await fetch(withQuery(path, query), {
      method,
      headers,
      body: file ?? (body === undefined ? undefined : JSON.stringify(body)),
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    });
  } catch (error) {
    if (signal?.aborted) {
      throw error;
    }
    if (file) {
      // A page that is being left does not come to note that its file failed, but that it was on its way.
      await new Promise((done) => setTimeout(done, LEAVING));
    }
    throw new Trouble(0, { type: NO_ANSWER, detail: t("core.noAnswer") });
  }
  setClock(response);
  if (response.ok) {
    return response.status === 204 ? undefined : response.json();
  }
  throw await trouble(response, unattended);
}

/** @param {Response} response @param {boolean} unattended */
async function trouble(response, unattended) {
  const json = response.headers.get("content-type")?.includes("json");
  const problem = json ? await response.json().catch(() => ({})) : {};
  if (response.status === 401) {
    const confirm = problem.type === "urn:belfry:confirm";
    turnedAway.dispatchEvent(new Event(confirm ? "confirm" : unattended ? "left" : "signed-out"));
  }
  if (response.status === 403) {
    turnedAway.dispatchEvent(new Event("fewer"));
  }
  if (response.status === 413 && !json) {
    problem.detail = t("core.tooLarge");
  }
  return new Trouble(response.status, problem);
}

/**
 * @template {Address<"get">} A
 * @param {A} path
 * @param {Query<"get", A>} [query]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<"get", A>>}
 */
export function get(path, query, signal) {
  return ask("GET", path, { query, signal });
}

/**
 * The same for requests that no person caused; they do not keep anybody signed in.
 * @template {Address<"get">} A
 * @param {A} path
 * @param {Query<"get", A>} [query]
 * @returns {Promise<Answer<"get", A>>}
 */
export function getUnattended(path, query) {
  return ask("GET", path, { query, unattended: true });
}

/**
 * @template {Address<"post">} A
 * @param {A} path
 * @param {Form<A>} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<"post", A>>}
 */
export function post(path, body, signal) {
  return ask("POST", path, { body, signal });
}

/**
 * Uploads a file unchanged.
 * @template {"jobs/attach" | "user/lists/add"} A
 * @param {A} path
 * @param {File} file
 * @param {AbortSignal} [signal]
 * @param {Partial<Query<"post", A>>} [query] what else is asked; without a name, the file's
 * @returns {Promise<Answer<"post", A>>}
 */
export function bringFile(path, file, signal, query = {}) {
  return ask("POST", path, { query: { name: file.name, ...query }, file, signal });
}

/**
 * @template {Address<"delete">} A
 * @param {A} path
 * @returns {Promise<Answer<"delete", A>>}
 */
export function remove(path) {
  return ask("DELETE", path);
}

/** @param {unknown} error */
export function wordsOf(error) {
  return error instanceof Trouble ? error.message : t("core.broken");
}

/** A name for one intent, so that a repeated request takes effect once. */
export function requestId() {
  return crypto.randomUUID();
}
