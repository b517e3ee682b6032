/** Brings the file of a message to the server: one at a time, and the last one counts. */
import { bringFile, Trouble, wordsOf } from "../core/api.js";
import { size } from "../core/format.js";
import { t } from "../core/i18n.js";
import { session } from "../core/session.js";

export class Upload {
  /** @param {{ arrived: (attachment: Attachment) => void, changed: () => void }} tell */
  constructor({ arrived, changed }) {
    this.arrived = arrived;
    this.changed = changed;
    /** What is on its way. @type {{ name: string, size: number, stop: AbortController } | undefined} */
    this.current = undefined;
    /** Why the last one is not here, for people. */
    this.fault = "";
    this.failures = 0;
    /** @type {Promise<unknown>} */
    this.end = Promise.resolve();
  }

  /** Of several, the first. @param {FileList | File[]} files */
  start([file, ...others]) {
    if (file.size > session.mostFileBytes) {
      const most = size(session.mostFileBytes);
      this.fail(t("compose.upload.tooLarge", { name: file.name, most }));
      return;
    }
    this.stop();
    this.fault = others.length > 0 ? t("compose.upload.onlyOne", { name: file.name }) : "";
    this.current = { name: file.name, size: file.size, stop: new AbortController() };
    this.end = this.bring(file, this.current.stop.signal);
    this.changed();
  }

  /** @param {File} file @param {AbortSignal} stopped */
  async bring(file, stopped) {
    try {
      const attachment = await bringFile("jobs/attach", file, stopped);
      if (!stopped.aborted) {
        this.current = undefined;
        this.arrived(attachment);
      }
    } catch (error) {
      const reason = await unreadable(file, error);
      if (!stopped.aborted) {
        this.current = undefined;
        this.fail(t("compose.upload.failed", { name: file.name, reason }));
      }
    }
  }

  /** @param {string} fault */
  fail(fault) {
    this.fault = fault;
    this.failures++;
    this.changed();
  }

  /** The page was left while it was on its way. @param {string} name */
  lost(name) {
    this.fail(t("compose.upload.lost", { name }));
  }

  /** Whoever waits for it is told nothing: it is not wanted any more. */
  stop() {
    this.current?.stop.abort();
    this.current = undefined;
    this.fault = "";
  }

  /** Waits until nothing is on its way. @throws {Trouble} where something that was has failed */
  async settled() {
    const { failures } = this;
    while (this.current) {
      await this.end;
    }
    if (this.failures > failures) {
      const error = { field: "attachment", message: this.fault, code: "", args: {} };
      throw new Trouble(0, { detail: this.fault, errors: [error] });
    }
  }
}

/** A folder, or a file that was moved or changed since it was chosen. @param {File} file @param {unknown} error */
async function unreadable(file, error) {
  if (error instanceof Trouble && error.status === 0) {
    try {
      await file.slice(0, 1).arrayBuffer();
    } catch {
      return t("compose.upload.unreadable");
    }
  }
  return wordsOf(error);
}
