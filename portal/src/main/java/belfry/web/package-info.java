/**
 * The portal over HTTP: {@link belfry.web.Routes} is the whole surface on one page, each row with
 * the role it needs; {@link belfry.web.Guard} lets in or turns away.
 */
@NullMarked
package belfry.web;

import org.jspecify.annotations.NullMarked;
