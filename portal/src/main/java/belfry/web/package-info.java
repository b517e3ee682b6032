/**
 * The portal over HTTP. {@link belfry.web.Routes} is the whole API on one page, each row with the
 * role it requires; {@link belfry.web.frame.Guard} admits or refuses requests.
 */
@NullMarked
package belfry.web;

import org.jspecify.annotations.NullMarked;
