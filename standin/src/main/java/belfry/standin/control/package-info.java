/** What a trial sets and reads beside the platform's own routes. */
@NullMarked
package belfry.standin.control;

import org.jspecify.annotations.NullMarked;
