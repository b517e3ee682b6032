package belfry.delivery.lane;

import belfry.apps.AppName;
import belfry.base.Time;
import belfry.delivery.foundation.DeliveryListener;
import belfry.delivery.foundation.Tuning;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * A lane's dependencies besides its ledger and its wire.
 *
 * @param owner identifies this process
 * @param exclusive whether no other process can take the lane
 * @param news receives the app's name after each visible step
 * @param moved receives the app's name after its lane was taken or given up
 * @param listener learns of requests and rests
 */
public record Surroundings(
    String owner,
    Tuning tuning,
    Time time,
    RandomGenerator random,
    boolean exclusive,
    Consumer<AppName> news,
    Consumer<AppName> moved,
    DeliveryListener listener) {}
