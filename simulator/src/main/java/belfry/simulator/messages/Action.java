package belfry.simulator.messages;

import belfry.simulator.directory.Principal;
import java.time.Instant;

/**
 * What somebody sent by pressing a button of a card.
 *
 * @param inputs an object of JSON, as it was sent
 */
public record Action(
    String id, Message message, Principal person, String inputs, Instant created) {}
