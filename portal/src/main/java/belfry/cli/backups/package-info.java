/** Commands for backups and keys. */
@NullMarked
package belfry.cli.backups;

import org.jspecify.annotations.NullMarked;
