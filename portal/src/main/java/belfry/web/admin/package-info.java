/** What administrators may do: senders, rules, webhooks, and the audit trail. */
@NullMarked
package belfry.web.admin;

import org.jspecify.annotations.NullMarked;
