package belfry.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * What became of it.
 *
 * @param words for people, in one sentence or some lines
 * @param job as the portal shows it; empty if there is none
 * @param foresight who would get it, if that was asked for
 */
public record Outcome(
    End end, String words, Optional<JsonNode> job, Optional<Foresight> foresight) {}
