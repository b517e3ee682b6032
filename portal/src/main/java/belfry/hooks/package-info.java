/**
 * What other programs are told: where they are registered, what is written for them together with
 * what it tells, and how it is sent, signed, until they have taken it.
 */
@NullMarked
package belfry.hooks;

import org.jspecify.annotations.NullMarked;
