/** Sign-in, people, rooms and the directory. */
@NullMarked
package belfry.standin.routes;

import org.jspecify.annotations.NullMarked;
