package belfry.bench.site;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/** The messaging platform of a trial, whichever program plays it. */
public sealed interface TrialPlatform extends AutoCloseable
    permits SimulatedPlatform, SecondTrialPlatform {
  URI address();

  String clientId();

  String clientSecret();

  String directoryRefreshToken();

  String botToken(int place);

  /** A code with which the administrator signs in. */
  String authorizationCode(String redirectUri);

  /** The administrator's address. */
  String administrator();

  /** Everybody who can get a message, from the platform's own records. */
  List<Person> people();

  /**
   * An address of everybody outside the organization: for some of them not that under which the
   * platform shows them.
   */
  List<String> outside();

  /** The addresses of all its people. */
  default List<String> addresses() {
    return people().stream().map(Person::email).toList();
  }

  /** A person of the platform; missing values are empty. */
  record Person(String id, String email, String firstName, String lastName) {
    /** A space, which has none of a person's values. */
    static Person space(String id) {
      return new Person(id, "", "", "");
    }
  }

  /** The titles of spaces into which not every bot may write. */
  Set<String> closedSpaces();

  /** How many messages it holds; cheap enough to be asked all the time. */
  int arrived();

  /**
   * The texts beginning with these words that the portal sent to each person or space, exactly as
   * sent, each with what its card says, by id. A notice to the author only quotes them.
   */
  Map<String, List<String>> held(String words);

  /**
   * What each person or space now sees of the messages that said these words when they were sent,
   * by id: one text for each message, empty if it was deleted.
   */
  Map<String, List<String>> shown(String words);

  /** The id of the latest message that said these words, of each person or space, by its id. */
  Map<String, String> messageIds(String words);

  /** Whoever has this address writes to one of the portal's bots, by its place. */
  void say(String email, int bot, String words);

  /** Whoever has this address presses a button that sends this; the id of the press. */
  String press(String email, String messageId, Map<String, String> inputs);

  /** The ids of messages and presses of which the portal has taken the event. */
  Set<String> confirmed();

  /** The manners it may have, by what they are about. */
  SortedMap<String, About> manners();

  /** What a manner is about. */
  enum About {
    /** Messages, listings, clocks, single answers. */
    SENDING,
    /** What spaces tell of themselves. */
    SPACES,
    /** People, groups and their members. */
    DIRECTORY
  }

  /** From now on it has these, each in so large a share, and no others. */
  void behave(Map<String, Double> shares);

  /** How often each manner has come about. */
  Map<String, Long> applied();

  /** How many messages a second it takes. */
  void permit(double perSecond);

  /**
   * From now on about 16 in a hundred messages meet a fault, half of them after they were stored.
   */
  void stumble();

  /** How many messages it has taken and will store later. */
  int pending();

  /** What went wrong with the platform itself; 0 where a trial shows anything. */
  long defects();

  /** All of its clock jumps. */
  void jump(Duration by);

  /** Another program sends these words through the same bot to the people with these ids. */
  void intrude(String words, List<String> people);

  /** The same to this many people, each with the words they should read. */
  default void intrude(Wording wording, int most) {
    var readers = new LinkedHashMap<String, List<String>>();
    people().stream()
        .limit(most)
        .forEach(person ->
            readers.computeIfAbsent(wording.text(person), _ -> new ArrayList<>()).add(person.id()));
    readers.forEach(this::intrude);
  }

  @Override
  void close();
}
