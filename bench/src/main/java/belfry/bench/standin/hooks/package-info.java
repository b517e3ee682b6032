/** What the platform tells others of: webhooks, and presses of the buttons in cards. */
@NullMarked
package belfry.bench.standin.hooks;

import org.jspecify.annotations.NullMarked;
