package belfry.delivery.lane;

import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** What is left out of the protocol, to see that the simulation notices. */
public enum Mutant {
  NONE(0, ""),
  /** The ledger takes turns of former owners. */
  NO_FENCE(10, "I7"),
  /** The wire writes the body however late it is. */
  NO_DEADLINE(5_422, Law.DOUBLED),
  /** What is not listed at once is sent again. */
  NO_QUIET(0, Law.DOUBLED),
  /** A lost answer counts as not sent. */
  BLIND_RETRY(0, Law.DOUBLED),
  /** An answer to a send that is nothing of the platform's counts as not sent. */
  STRANGE_IS_NOT_SENT(3, Law.DOUBLED),
  /** It counts as refused. */
  STRANGE_IS_REFUSED(3, "I3: FAILED and there"),
  /** It counts as success. */
  STRANGE_IS_SENT(5, "I2: sent and not there"),
  /** It is sent again however often that is the answer. */
  NEVER_WORN(5, "stuck"),
  /** What was answered by somebody else counts as an empty listing. */
  UNREADABLE_IS_NONE(52, Law.DOUBLED),
  /** What is not shown as it was given counts as another message. */
  UNCLEAR_IS_OTHER(3, Law.DOUBLED),
  /** What may be ours counts only as long as it is shown. */
  FORGETS_UNCLEAR(82, Law.DOUBLED),
  /** What is not listed is not there, whatever else is not listed. */
  NO_CONTROL(20, Law.DOUBLED),
  /** A space that has told of something tells of everything. */
  OLD_CONTROL(71, Law.DOUBLED),
  /** What is not listed in one way is not there. */
  ONE_WAY(3, Law.DOUBLED),
  /** What is shown in other words than were given is another message. */
  NO_ECHO(8, Law.DOUBLED),
  /** The quiet time does not learn. */
  FIXED_QUIET(1_492, Law.DOUBLED),
  /** All of the platform has one clock. */
  NOW_IS_EARLIEST(10, Law.DOUBLED),
  /** The platform's clock does not jump. */
  CLOCK_NEVER_JUMPS(119, Law.DOUBLED),
  /** Any bot's conversations tell what became of a message. */
  ANY_BOT(34, Law.DOUBLED),
  /** Different words count as another message even if the platform changes words. */
  TRUSTS_WORDS(SimulatedWords.PERSONAL + 28, Law.DOUBLED),
  /** Whoever is in doubt keeps nobody from being written to. */
  DOUBT_HOLDS_NOBODY(0, "I7|I2"),
  /** A success counts under whatever id it names. */
  ANY_ID(52, "I2"),
  /** A success counts in whatever words it is. */
  ANY_WORDS(82, "I2"),
  /** The message that an answer named is not asked for. */
  NAMES_ARE_FORGOTTEN(6, Law.DOUBLED),
  /** The message that an answer named is ours, whoever has it. */
  NAMES_ARE_OURS(955, "I2"),
  /** Nothing says where a first wave ends. */
  NO_WAVE_END(SimulatedWaves.WAVES, "W1"),
  /** Only the process that began a run knows of its wave. */
  WAVE_IN_MEMORY(SimulatedWaves.WAVES, "W1"),
  /** A wave is over although somebody of it is in doubt. */
  DOUBT_IS_SETTLED(SimulatedWaves.WAVES, "W[23]"),
  /** However many fail, the wave went well. */
  NO_STOP(SimulatedWaves.WAVES + 2, "W2"),
  /** A run that stopped goes on by itself. */
  STOPPED_GOES_ON(SimulatedWaves.WAVES + 2, "W4"),
  /** Whoever pauses a run that waits does not keep it from going on. */
  PAUSE_KEEPS_TIME(SimulatedWaves.WAVES + 12, "W4"),
  /** Whoever resumes a run lets all of it go on, also in the middle of its wave. */
  ANY_RESUME_GOES_ON(SimulatedWaves.WAVES + 1, "W1"),
  /** Our words are ours whatever card they come with. */
  CARDS_SAY_NOTHING(SimulatedCards.FIRST + 45, "I2"),
  /** A message without its card is another. */
  NO_CARD_IS_OTHER(SimulatedCards.FIRST + 14, Law.DOUBLED),
  /** A card is ours if it is ours to the letter, and else another's. */
  CARDS_TO_THE_LETTER(SimulatedCards.FIRST + 3, Law.DOUBLED),
  /** Other words are another message, with whatever card. */
  WORDS_DECIDE(SimulatedCards.FIRST + 70, Law.DOUBLED),
  /** Personal values are in the words alone, and all get the same card. */
  SAME_CARD_TO_ALL(SimulatedCards.FIRST + 2, "I5"),
  /** Whoever is refused while others pass is tried for ever. */
  NEVER_GIVES_UP(SimulatedRefusals.FIRST, "stuck"),
  /** Whoever is refused for a while is given up. */
  GIVES_UP_AT_ONCE(SimulatedRefusals.FIRST + 1, "R1"),
  /** A read that gets no answer counts as understood. */
  SILENCE_IS_UNDERSTOOD(30, "R2"),
  /** While nothing is understood, one send follows another. */
  PROBES_WITHOUT_A_PAUSE(30, "R2"),
  /** A bot sends to whoever is next. */
  CLAIMS_OF_ALL_BOTS(SimulatedBot.SEVERAL, "B1"),
  /** Whoever takes a bot's lane doubts what the others have in flight. */
  DOUBTS_OF_ALL_BOTS(SimulatedBot.SEVERAL + 14, Law.DOUBLED),
  /** All bots go on behind the one that has come furthest. */
  ONE_FRONT(SimulatedBot.SEVERAL, "stuck"),
  /** What a bot that is gone has begun with is another one's, too. */
  PASSES_ON_DOUBTS(SimulatedBot.LEAVING, Law.DOUBLED);

  private final long seed;
  private final Pattern broken;

  Mutant(long seed, String broken) {
    this.seed = seed;
    this.broken = Pattern.compile(broken);
  }

  /** Whose story shows it, as the stories are now. */
  long seed() {
    return seed;
  }

  /** The first seed of the stories that may show it. */
  long first() {
    return LongStream.of(
            SimulatedBot.LEAVING,
            SimulatedBot.SEVERAL,
            SimulatedRefusals.FIRST,
            SimulatedCards.FIRST,
            SimulatedWaves.WAVES,
            SimulatedWords.PERSONAL,
            0)
        .filter(begin -> begin <= seed)
        .max()
        .orElse(0);
  }

  /** Whether this is what leaving it out must bring about. */
  boolean breaks(String law) {
    return broken.matcher(law).lookingAt();
  }

  /** Which laws are broken by what. */
  private static final class Law {
    private static final String DOUBLED = "I1|waiting, and there";
  }
}
