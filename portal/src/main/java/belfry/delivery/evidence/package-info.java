/** What a conversation proves about a message of unknown outcome. */
@NullMarked
package belfry.delivery.evidence;

import org.jspecify.annotations.NullMarked;
