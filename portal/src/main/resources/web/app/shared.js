/**
 * What the shell and the views that come later have in common. Each of those imports it first, and
 * so the bundler makes one file of it, not one for each set of modules that happen to share one.
 */
import "./core/api.js";
import "./core/emails.js";
import "./core/format.js";
import "./core/i18n.js";
import "./core/job-counts.js";
import "./core/live.js";
import "./core/router.js";
import "./core/session.js";
import "./compose/draft.js";
import "./compose/plan.js";
import "./jobs/job.js";
import "./ui/dialog.js";
import "./ui/icons.js";
import "./ui/menus.js";
import "./ui/toast.js";
import "./ui/widgets.js";
