/** What every other package stands on: time, secrets, ids, and the spreading of news. */
@NullMarked
package belfry.base;

import org.jspecify.annotations.NullMarked;
