package belfry.bench.siege;

import belfry.bench.site.Site;
import java.time.Duration;
import java.util.List;

/**
 * Where the siege is laid, and who is there.
 *
 * @param length of each kind's share
 * @param senders those of the {@code target}
 * @param honest the address of who may send as well, and goes on working
 */
record Field(Site site, Duration length, Target target, List<Visitor> senders, String honest) {}
