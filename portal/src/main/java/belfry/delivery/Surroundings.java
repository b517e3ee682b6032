package belfry.delivery;

import belfry.apps.AppName;
import belfry.base.Time;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * What a lane needs besides its ledger and its wire.
 *
 * @param owner names this process
 * @param exclusive whether no other process can take the lane
 * @param news told the app's name after each step that people may see
 * @param moved told the app's name after its lane was taken or given up
 */
record Surroundings(
    String owner,
    Tuning tuning,
    Time time,
    RandomGenerator random,
    boolean exclusive,
    Consumer<AppName> news,
    Consumer<AppName> moved) {}
