/**
 * How people sign in: the authorization address, the exchange of the code, sessions, and stored
 * platform tokens.
 */
@NullMarked
package belfry.signin;

import org.jspecify.annotations.NullMarked;
