/**
 * What an author writes, as it comes in and goes out: text, card, file, acknowledgement, reminders,
 * templates.
 */
@NullMarked
package belfry.web.drafts;

import org.jspecify.annotations.NullMarked;
