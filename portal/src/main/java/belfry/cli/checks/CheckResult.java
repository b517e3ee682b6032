package belfry.cli.checks;

/** What a check found, in words that say what to do. */
record CheckResult(String topic, Grade grade, String words) {
  /** How much it matters. */
  enum Grade {
    OK,
    /**
     * It works, but could lose data or go wrong; the operator decides whether that is acceptable.
     */
    CAREFUL,
    FAILED
  }

  static CheckResult ok(String topic, String words) {
    return new CheckResult(topic, Grade.OK, words);
  }

  static CheckResult careful(String topic, String words) {
    return new CheckResult(topic, Grade.CAREFUL, words);
  }

  static CheckResult failed(String topic, String words) {
    return new CheckResult(topic, Grade.FAILED, words);
  }

  /** A line for people. */
  String line() {
    return grade == Grade.OK ? words : grade + ". " + words;
  }
}
