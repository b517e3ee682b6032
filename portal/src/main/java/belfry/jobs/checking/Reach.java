package belfry.jobs.checking;

import belfry.platform.ids.PersonId;
import java.util.List;
import java.util.Map;

/**
 * Whom a run would reach.
 *
 * @param recipients the number of people and spaces
 * @param noAccount the number of addresses without an account
 * @param others whom addresses mean that meant others when somebody agreed to it
 * @param leftOut by which addresses it leaves out somebody of whom that was not said then
 * @param reworded the addresses of those who read other values out of lists than were agreed to
 * @param changed whether its groups and saved audiences name others than whoever has just agreed to
 *     it was shown
 */
public record Reach(
    long recipients,
    long noAccount,
    Map<String, PersonId> others,
    Map<String, PersonId> leftOut,
    List<String> reworded,
    boolean changed) {}
