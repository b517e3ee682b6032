package belfry.delivery.evidence;

import belfry.delivery.lane.SimulatedCards;
import belfry.delivery.lane.SimulatedPlatform;
import belfry.delivery.lane.SimulatedWords;
import belfry.delivery.lane.Simulation;
import belfry.delivery.lane.Wire;
import belfry.platform.Outcome;
import belfry.platform.Posted;
import belfry.platform.ShownContent;
import belfry.platform.Space;
import belfry.platform.ids.PersonRef;
import belfry.platform.ids.SpaceId;
import belfry.runs.recipients.Finding;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** What a process of a simulation makes of answers where it leaves a rule out. */
public final class NaiveReader {
  private static final PersonRef SOMEBODY = PersonRef.of("somebody", "somebody@example.com");

  private final Simulation world;
  private final PersonRef bot;
  private final Set<Seen> seen = new HashSet<>();

  /** What was listed once. */
  private record Seen(String target, String message) {}

  public NaiveReader(Simulation world, PersonRef bot) {
    this.world = world;
    this.bot = bot;
  }

  /** What a send is taken to have come to. */
  public Outcome outcome(Outcome outcome) {
    return switch (world.mutant()) {
      case BLIND_RETRY ->
          outcome instanceof Outcome.Unknown(var why, var _) ? new Outcome.NotSent(why) : outcome;
      case STRANGE_IS_NOT_SENT ->
          outcome instanceof Outcome.Unreadable(var why, _) ? new Outcome.NotSent(why) : outcome;
      case STRANGE_IS_REFUSED ->
          outcome instanceof Outcome.Unreadable(var why, _)
              ? new Outcome.Refused(403, why)
              : outcome;
      case STRANGE_IS_SENT ->
          outcome instanceof Outcome.Unreadable
              ? new Outcome.Accepted("nobody's", Optional.empty(), "")
              : outcome;
      case ANY_WORDS ->
          outcome instanceof Outcome.Accepted(var id, var room, var email, _, _, _, _)
              ? new Outcome.Accepted(id, room, email)
              : outcome;
      case GIVES_UP_AT_ONCE ->
          outcome instanceof Outcome.Throttled
              ? new Outcome.Refused(Outcome.TOO_MANY, "")
              : outcome;
      case NEVER_WORN ->
          outcome instanceof Outcome.Unreadable(var why, _) ? new Outcome.Unknown(why) : outcome;
      default -> outcome;
    };
  }

  /** What is asked. */
  public Wire.Question question(Wire.Question question) {
    return switch (world.mutant()) {
      case ONE_WAY -> asked(question, false, question.named());
      case NAMES_ARE_FORGOTTEN -> asked(question, question.decisive(), Optional.empty());
      default -> question;
    };
  }

  private static Wire.Question asked(
      Wire.Question question, boolean decisive, Optional<String> named) {
    return new Wire.Question(
        question.kind(),
        question.target(),
        question.dated(),
        decisive,
        question.contact(),
        question.control(),
        named);
  }

  /** What a look is taken to have shown. */
  public Finding finding(Wire.Question question, Finding finding) {
    return switch (world.mutant()) {
      case UNREADABLE_IS_NONE ->
          finding instanceof Finding.Unreadable
              ? new Finding.Listed(List.of(), shown(question))
              : finding;
      case UNCLEAR_IS_OTHER ->
          finding instanceof Finding.Listed(var messages, var control, var _)
              ? new Finding.Listed(messages.stream().filter(this::isClear).toList(), control)
              : finding;
      case FORGETS_UNCLEAR ->
          finding instanceof Finding.Listed(var messages, var control, var _)
              ? new Finding.Listed(withThoseOfBefore(question.target(), messages), control)
              : finding;
      case NO_CONTROL ->
          finding instanceof Finding.Listed(var messages, var _, var _)
              ? new Finding.Listed(messages, shown(question))
              : finding;
      case NO_ECHO ->
          finding instanceof Finding.Listed(var messages, var control, var _)
              ? new Finding.Listed(messages, control.map(NaiveReader::withoutWords))
              : finding;
      case NAMES_ARE_OURS ->
          finding instanceof Finding.Named(var message)
              ? new Finding.Named(message.to(PersonRef.of(question.target(), "")))
              : finding;
      case CARDS_SAY_NOTHING -> changed(finding, one -> withCard(question.target(), one));
      case NO_CARD_IS_OTHER -> without(finding, one -> one.content().card().isEmpty());
      case CARDS_TO_THE_LETTER ->
          without(
              finding,
              one ->
                  !one.content().card().isEmpty()
                      && !one.content()
                          .card()
                          .equals(
                              SimulatedCards.expected(
                                  one.content().markdown(), question.target())));
      case WORDS_DECIDE ->
          changed(finding, one -> with(one, one.content().hasWords() ? "" : one.content().card()));
      case OLD_CONTROL ->
          finding instanceof Finding.Undecidable && question.decisive()
              ? byAnyControl(question)
              : finding;
      default -> finding;
    };
  }

  private static Finding changed(Finding finding, UnaryOperator<Posted> change) {
    return finding instanceof Finding.Listed(var messages, var control, var _)
        ? new Finding.Listed(messages.stream().map(change).toList(), control)
        : finding;
  }

  private static Finding without(Finding finding, Predicate<Posted> another) {
    return finding instanceof Finding.Listed(var messages, var control, var _)
        ? new Finding.Listed(messages.stream().filter(another.negate()).toList(), control)
        : finding;
  }

  private static Posted withCard(String target, Posted one) {
    var words = one.content().markdown();
    return SimulatedWords.areOurs(words) ? with(one, SimulatedCards.expected(words, target)) : one;
  }

  private static Posted with(Posted one, String card) {
    var shown = one.content();
    return new Posted(
        one.id(),
        one.roomId(),
        one.author(),
        one.to(),
        new ShownContent(
            shown.markdown(), shown.text(), shown.html(), shown.files(), shown.whole(), card),
        one.created());
  }

  private boolean isClear(Posted one) {
    return one.author().equals(bot)
        && one.created().isPresent()
        && SimulatedWords.areOurs(one.content().markdown());
  }

  /** What is not listed any more is taken for somebody else's. */
  private List<Posted> withThoseOfBefore(String target, List<Posted> listed) {
    var all = new ArrayList<>(listed);
    var ids = listed.stream().map(Posted::id).toList();
    seen.stream()
        .filter(one -> one.target.equals(target) && !ids.contains(one.message))
        .map(one ->
            new Posted(
                one.message,
                Optional.empty(),
                SOMEBODY,
                ShownContent.NONE,
                Optional.<Instant>empty()))
        .forEach(all::add);
    ids.forEach(id -> seen.add(new Seen(target, id)));
    return all;
  }

  /** As if the control were listed, as it was given. */
  private static Optional<Posted> shown(Wire.Question question) {
    return question
        .control()
        .map(control ->
            new Posted(
                control.messageId(),
                Optional.empty(),
                SimulatedPlatform.BOT,
                ShownContent.NONE,
                control.created().or(() -> Optional.of(Instant.MAX))));
  }

  private static Posted withoutWords(Posted one) {
    return new Posted(one.id(), one.roomId(), one.author(), ShownContent.NONE, one.created());
  }

  /** Whatever was ever sent to a space and is shown there tells that spaces tell. */
  private Finding byAnyControl(Wire.Question question) {
    var here = world.platform().space(question.target());
    return world
        .anySpaceControl()
        .flatMap(control -> world.platform().space(control.target()).lastActivity())
        .map(at -> new Space(new SpaceId(""), "", Optional.of(at), false, false))
        .map(there -> new Evidence.Moved(there, there.lastActivity()))
        .map(moved -> Evidence.inSpace(here, question.dated(), Optional.of(moved)))
        .orElseGet(Finding.Undecidable::new);
  }
}
