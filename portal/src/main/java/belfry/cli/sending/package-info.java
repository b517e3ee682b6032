/** Commands that use a portal as its users do: {@code send} and {@code jobs}. */
@NullMarked
package belfry.cli.sending;

import org.jspecify.annotations.NullMarked;
