package belfry.jobs.checking;

import belfry.jobs.schedule.Fault;
import belfry.people.audience.Headcount;
import java.util.List;
import java.util.Optional;

/**
 * The result of checking a draft: how many are meant, a digest of whom, and what prevents it.
 *
 * @param columns the columns of the audience's lists, which the text may use
 * @param personal empty if the text has no placeholders
 */
public record Check(
    Headcount count,
    Expected expected,
    String whom,
    List<Fault> faults,
    List<String> columns,
    Optional<PersonalPreview> personal) {}
