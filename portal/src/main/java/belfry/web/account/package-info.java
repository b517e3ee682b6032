/** Signing in and out, sessions and API tokens. */
@NullMarked
package belfry.web.account;

import org.jspecify.annotations.NullMarked;
