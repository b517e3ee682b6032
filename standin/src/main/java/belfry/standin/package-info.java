/**
 * A second platform for trials, written from the published contract alone: it shares no line and no
 * error with the simulator, and answers in all the manners that platforms, gateways and proxies
 * have.
 *
 * <pre>{@code
 * java -cp belfry-standin.jar:lib/* belfry.standin.StandIn --people 2000 --seed 7 --bots 2
 * curl -X PUT $ADDRESS/control/manners -d '{"mention-tags": 1, "list-lag": {"share": 0.2, "value": 90000}}'
 * curl -X PUT $ADDRESS/control/faults -d '{"stored-then-502": 0.03}'
 * curl -X PUT $ADDRESS/control/limits -d '{"capacity": 20, "perSecond": 100}'
 * curl $ADDRESS/control/ledger
 * }</pre>
 *
 * {@code GET /control/manners} and {@code GET /control/faults} tell all names and what they do.
 */
@NullMarked
package belfry.standin;

import org.jspecify.annotations.NullMarked;
