/** Groups of the directory and of Belfry, and the copies of their members. */
@NullMarked
package belfry.people.groups;

import org.jspecify.annotations.NullMarked;
