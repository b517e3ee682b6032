package belfry.jobs;

import belfry.apps.App;

/**
 * Who asks, in which app.
 *
 * @param admin whether they may also change what others wrote
 */
public record Actor(App app, String personId, String name, boolean admin) {}
