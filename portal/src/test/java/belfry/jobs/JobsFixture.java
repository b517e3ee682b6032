package belfry.jobs;

import static belfry.testing.Author.agreed;

import belfry.jobs.job.Actor;
import belfry.jobs.job.Consent;
import belfry.jobs.job.Draft;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobQuery;
import belfry.jobs.schedule.ParsedSchedule;
import belfry.jobs.schedule.Schedule;
import belfry.people.audience.Audience;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.runs.Run;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.testing.Author;
import belfry.testing.House;
import belfry.testing.ManualTime;
import belfry.testing.StorageTest;
import belfry.testing.TestPortal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Jobs on a real database and owned time, and a sender who asks for what is done to them. */
public abstract class JobsFixture extends StorageTest {
  public static final int EVERYBODY = 20;
  public static final Instant NINE = Instant.parse("2026-11-21T09:00:00Z");
  public static final Profile SENDER =
      new Profile(new PersonId("sender"), "Sam Sender", "sam@x.example", "");
  private static Simulator simulator;

  @TempDir public Path directory;

  public final ManualTime time = ManualTime.at("2026-11-21T08:00:00Z");
  public House house;
  public Author author;
  public Actor sender;
  public Audience everybody;

  @BeforeAll
  static void startPlatform() {
    simulator = Simulator.start(SimulatorSettings.defaults().withPeople(EVERYBODY));
  }

  @AfterAll
  static void stopPlatform() {
    simulator.close();
  }

  @BeforeEach
  void build() {
    house = new House(open(directory), simulator, directory, time);
    author = new Author(house, SENDER);
    sender = author.actor();
    var all = house.group("All staff");
    everybody = new Audience(List.of(new Audience.Group(all.id(), all.name())));
  }

  @AfterEach
  void close() {
    house.close();
  }

  public static Simulator simulator() {
    return simulator;
  }

  /** Forgets files that nothing refers to; how many. */
  public int forgetFiles() {
    return new UnusedFiles(house.database(), house.attachments()).forget();
  }

  public int startDue() {
    return house.startDue();
  }

  public Job now(Job job) {
    return house.now(job);
  }

  public Run run(Job job) {
    return house.run(job);
  }

  /** The open runs of jobs, without what authors are told. */
  public List<Run> announcements() {
    return house.runs().open(TestPortal.NEWS).stream()
        .filter(run -> run.kind() == Run.Kind.JOB)
        .toList();
  }

  public Draft text(String markdown) {
    return Author.text(markdown, everybody);
  }

  /** Says Hello to everybody. */
  public Job draft() {
    return author.draft(everybody);
  }

  /** To go out at nine. */
  public Job scheduled() {
    return scheduled(Schedule.once("2026-11-21T11:00", "Europe/Helsinki"));
  }

  /** To go out at nine and then by this rule. */
  public Job repeated(String rule) {
    return scheduled(
        new Schedule("2026-11-21T11:00", "Europe/Helsinki", rule, Schedule.USUAL_GRACE));
  }

  public Job scheduled(Schedule schedule) {
    var at = new ParsedSchedule.At(NINE, schedule);
    return agreed(house.schedule(sender, draft().id(), Consent.NONE, at, Optional.empty()));
  }

  /** The jobs that a job that repeats has become so far. */
  public List<Job> occurrences(Job series) {
    var query =
        new JobQuery(
            TestPortal.NEWS,
            List.of(),
            Optional.empty(),
            Optional.of(series.id()),
            "",
            Optional.empty(),
            50);
    return house.jobs().page(query).jobs();
  }
}
