/** Who there is: people, addresses and spaces, as the directory and the platform know them. */
@NullMarked
package belfry.people.directory;

import org.jspecify.annotations.NullMarked;
