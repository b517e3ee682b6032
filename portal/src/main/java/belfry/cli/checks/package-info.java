/** Commands that look and change nothing: {@code check}, {@code doctor}, {@code verify-audit}. */
@NullMarked
package belfry.cli.checks;

import org.jspecify.annotations.NullMarked;
