/** Message content: text, limits, title, and attached files. */
@NullMarked
package belfry.messages;

import org.jspecify.annotations.NullMarked;
