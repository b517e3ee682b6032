/** The basis of all other packages: time, secrets, ids, and change notices. */
@NullMarked
package belfry.base;

import org.jspecify.annotations.NullMarked;
