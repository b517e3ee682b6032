/** Uploads the file of a message, one at a time; the last one counts. */
import { bringFile, Trouble, wordsOf } from "../core/api.js";
import { size } from "../core/format.js";
import { t } from "../core/i18n.js";
import { session } from "../core/session.js";

export class Upload {
  /** @param {{ arrived: (attachment: Attachment) => void, changed: () => void }} tell */
  constructor({ arrived, changed }) {
    this.arrived = arrived;
    this.changed = changed;
    /** The upload in progress. @type {{ name: string, size: number, stop: AbortController } | undefined} */
    this.current = undefined;
    /** Why the last upload failed, for people. */
    this.fault = "";
    this.failures = 0;
    /** @type {Promise<unknown>} */
    this.end = Promise.resolve();
  }

  /** Takes the first of several files. @param {FileList | File[]} files */
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

  /** The page was left during the upload. @param {string} name */
  lost(name) {
    this.fail(t("compose.upload.lost", { name }));
  }

  /** Nobody is told about the end of this upload, because the file is no longer wanted. */
  stop() {
    this.current?.stop.abort();
    this.current = undefined;
    this.fault = "";
  }

  /** Waits for the end of the upload. @throws {Trouble} if it failed */
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

/** Whether it is a folder, or a file that was moved or changed since it was chosen. @param {File} file @param {unknown} error */
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
