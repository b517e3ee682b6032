/** What one sees in a browser: the start page, the consent page, everybody's inbox. */
@NullMarked
package belfry.simulator.pages;

import org.jspecify.annotations.NullMarked;
