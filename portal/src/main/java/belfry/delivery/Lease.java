package belfry.delivery;

import belfry.apps.AppName;

/**
 * The right to send for one app, under an epoch that no earlier or later owner has.
 *
 * @param owner the process that holds it
 */
public record Lease(AppName app, String owner, long epoch) {}
