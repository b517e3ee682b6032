/** Things that can be switched on for a share of all answers, and how often each came about. */
@NullMarked
package belfry.standin.switches;

import org.jspecify.annotations.NullMarked;
