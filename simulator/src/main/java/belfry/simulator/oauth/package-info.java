/** Who may call: integrations, consents, codes and tokens. */
@NullMarked
package belfry.simulator.oauth;

import org.jspecify.annotations.NullMarked;
