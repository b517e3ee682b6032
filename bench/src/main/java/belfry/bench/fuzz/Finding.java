package belfry.bench.fuzz;

/** Something that must not be, and what was asked before it. */
record Finding(Question question, Exchange exchange, String fault) {
  String told() {
    var told = new StringBuilder();
    told.append("number %d: %s%n".formatted(question.number(), fault));
    told.append("asked (%s), %,d bytes:%n".formatted(question.manner(), question.bytes().length));
    told.append(question.printed()).append("%nanswered:%n".formatted());
    exchange.answers().forEach(answer -> told.append(answer).append("%n".formatted()));
    return told.append(exchange.end()).append(' ').append(exchange.trouble()).toString();
  }
}
