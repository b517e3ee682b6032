/** Commands about one person: what is stored about them, and how it is erased. */
@NullMarked
package belfry.cli.persons;

import org.jspecify.annotations.NullMarked;
