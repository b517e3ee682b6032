package belfry.standin.switches;

import static belfry.standin.switches.Trouble.CLOSE;
import static belfry.standin.switches.Trouble.ERROR_423;
import static belfry.standin.switches.Trouble.ERROR_500;
import static belfry.standin.switches.Trouble.ERROR_502;
import static belfry.standin.switches.Trouble.ERROR_503;
import static belfry.standin.switches.Trouble.ERROR_504;
import static belfry.standin.switches.Trouble.HANG;
import static belfry.standin.switches.Trouble.NONE;
import static belfry.standin.switches.Trouble.RESET;

/** What can go wrong with a message that is posted. */
public enum Fault implements Switch {
  STORED_THEN_500(Storing.AT_ONCE, ERROR_500, 0, "stored, and answered with 500"),
  STORED_THEN_502(Storing.AT_ONCE, ERROR_502, 0, "stored, and answered with 502"),
  STORED_THEN_503(Storing.AT_ONCE, ERROR_503, 0, "stored, and answered with 503"),
  STORED_THEN_504(Storing.AT_ONCE, ERROR_504, 0, "stored, and answered with 504"),
  STORED_THEN_RESET(Storing.AT_ONCE, RESET, 0, "stored, and the connection is reset"),
  STORED_THEN_CLOSE(Storing.AT_ONCE, CLOSE, 0, "stored, and the connection ends without an answer"),
  STORED_THEN_HANG(Storing.AT_ONCE, HANG, 60_000, "stored, and no answer for so many ms"),
  ERROR_423_NOT_STORED(Storing.NEVER, ERROR_423, 0, "423 with a second to wait, not stored"),
  ERROR_500_NOT_STORED(Storing.NEVER, ERROR_500, 0, "answered with 500, not stored"),
  ERROR_502_NOT_STORED(Storing.NEVER, ERROR_502, 0, "answered with 502, not stored"),
  ERROR_503_NOT_STORED(Storing.NEVER, ERROR_503, 0, "answered with 503, not stored"),
  ERROR_504_NOT_STORED(Storing.NEVER, ERROR_504, 0, "answered with 504, not stored"),
  RESET_BEFORE_STORE(Storing.NEVER, RESET, 0, "the connection is reset, nothing stored"),
  CLOSE_BEFORE_STORE(Storing.NEVER, CLOSE, 0, "the connection ends, nothing stored"),
  HANG_NOT_STORED(Storing.NEVER, HANG, 60_000, "no answer for so many ms, nothing stored"),
  DELAYED_STORE(Storing.LATER, RESET, 5_000, "reset at once, stored after so many ms"),
  DELAYED_STORE_502(Storing.LATER, ERROR_502, 5_000, "502 at once, stored after so many ms"),
  DELAYED_STORE_503(Storing.LATER, ERROR_503, 5_000, "503 at once, stored after so many ms"),
  LATENCY(Storing.AT_ONCE, NONE, 100, "stored and answered, but so many ms later");

  /** When the message is stored. */
  public enum Storing {
    AT_ONCE,
    NEVER,
    LATER
  }

  private final Storing storing;
  private final Trouble trouble;
  private final long usual;
  private final String says;

  Fault(Storing storing, Trouble trouble, long usual, String says) {
    this.storing = storing;
    this.trouble = trouble;
    this.usual = usual;
    this.says = says;
  }

  public Storing storing() {
    return storing;
  }

  public Trouble trouble() {
    return trouble;
  }

  /** A constant cannot begin with a digit; what a trial calls it does. */
  @Override
  public String label() {
    return Switch.super.label().replaceFirst("^error-", "");
  }

  @Override
  public long usual() {
    return usual;
  }

  @Override
  public String says() {
    return says;
  }
}
