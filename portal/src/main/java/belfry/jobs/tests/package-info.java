/** Tests of a message, to its author or to colleagues. */
@NullMarked
package belfry.jobs.tests;

import org.jspecify.annotations.NullMarked;
