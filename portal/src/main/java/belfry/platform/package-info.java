/**
 * The messaging platform as Belfry uses it: its requests, and every way it may answer. The only
 * package that makes HTTP requests to the outside.
 */
@NullMarked
package belfry.platform;

import org.jspecify.annotations.NullMarked;
