/** A portal, its database, its platform and its staff, made for one trial and swept after it. */
@NullMarked
package belfry.bench.site;

import org.jspecify.annotations.NullMarked;
