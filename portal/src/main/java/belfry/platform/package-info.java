/**
 * The messaging platform as Belfry uses it: its requests, and every way it may answer. Only
 * webhooks and the commands that use a portal make other HTTP requests.
 */
@NullMarked
package belfry.platform;

import org.jspecify.annotations.NullMarked;
