/** The program: settings, wiring, commands. */
@NullMarked
package belfry.cli;

import org.jspecify.annotations.NullMarked;
