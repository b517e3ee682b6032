/** What the platform tells others of: webhooks, and presses of the buttons in cards. */
@NullMarked
package belfry.standin.hooks;

import org.jspecify.annotations.NullMarked;
