/**
 * How a person proves who they are: the authorization address, the code's exchange, sessions, and
 * the platform's tokens at rest.
 */
@NullMarked
package belfry.signin;

import org.jspecify.annotations.NullMarked;
