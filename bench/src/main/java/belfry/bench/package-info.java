/**
 * The command line of trials and measurements of the packaged program; nothing here is part of it.
 */
@NullMarked
package belfry.bench;

import org.jspecify.annotations.NullMarked;
