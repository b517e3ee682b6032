/** Who asked to be told what happens, and how they are told. */
@NullMarked
package belfry.simulator.webhooks;

import org.jspecify.annotations.NullMarked;
