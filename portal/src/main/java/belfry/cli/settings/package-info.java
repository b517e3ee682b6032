/**
 * What an operator can set: read from the environment and {@code belfry.yaml}, every mistake at
 * once.
 */
@NullMarked
package belfry.cli.settings;

import org.jspecify.annotations.NullMarked;
