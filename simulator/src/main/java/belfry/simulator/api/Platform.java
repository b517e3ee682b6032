package belfry.simulator.api;

import belfry.simulator.base.PlatformClock;
import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Groups;
import belfry.simulator.directory.Spaces;
import belfry.simulator.faults.Faults;
import belfry.simulator.limits.Limits;
import belfry.simulator.manners.Manners;
import belfry.simulator.messages.Actions;
import belfry.simulator.messages.Messages;
import belfry.simulator.oauth.OAuth;
import belfry.simulator.oauth.Tokens;
import belfry.simulator.webhooks.Webhooks;

/**
 * All that the platform consists of.
 *
 * @param unknownPersonStatus what "Failed to get one on one conversation" comes with; no source
 *     shows its status
 */
public record Platform(
    PlatformClock time,
    Directory directory,
    Groups groups,
    Spaces spaces,
    Messages messages,
    Actions actions,
    Webhooks webhooks,
    Tokens tokens,
    OAuth oauth,
    Limits limits,
    Faults faults,
    Manners manners,
    int unknownPersonStatus) {}
