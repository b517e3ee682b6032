/** People, groups, lists and audiences over HTTP. */
@NullMarked
package belfry.web.people;

import org.jspecify.annotations.NullMarked;
