/**
 * What the shell shares with the views that are loaded later. Each view imports this first, so that
 * the bundler makes one file of it instead of one for each set of shared modules.
 */
import "./core/api.js";
import "./core/seen.js";
import "./core/emails.js";
import "./core/format.js";
import "./core/i18n.js";
import "./core/job-counts.js";
import "./core/live.js";
import "./core/press.js";
import "./core/router.js";
import "./core/session.js";
import "./compose/audience-notes.js";
import "./compose/audience-picker.js";
import "./compose/draft.js";
import "./compose/markdown-editor.js";
import "./compose/open-draft.js";
import "./compose/personal-preview.js";
import "./compose/plan.js";
import "./ui/chat.js";
import "./ui/dialog.js";
import "./ui/icons.js";
import "./ui/lazily.js";
import "./ui/lookup.js";
import "./ui/menus.js";
import "./ui/readable.js";
import "./ui/toast.js";
import "./ui/waits.js";
import "./ui/widgets.js";
