/**
 * What people answer to announcements: how it is heard of, which announcement it belongs to, and
 * how it is kept.
 */
@NullMarked
package belfry.answers;

import org.jspecify.annotations.NullMarked;
