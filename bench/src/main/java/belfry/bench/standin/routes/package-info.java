/** Sign-in, people, rooms and the directory. */
@NullMarked
package belfry.bench.standin.routes;

import org.jspecify.annotations.NullMarked;
