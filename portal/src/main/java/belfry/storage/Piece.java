package belfry.storage;

import belfry.base.TypedId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.statement.Query;

/**
 * A part of a long list for {@code IN (…)}. Pieces have only a few sizes, because each size is a
 * separate SQL text, and Jdbi and drivers cache texts. A piece is filled up by repeating its last
 * value.
 */
public record Piece(List<?> values) {
  /**
   * Together with other parameters, fewer than the 32,767 values that SQLite and PostgreSQL accept.
   */
  private static final int LARGEST = 16_384;

  public static List<Piece> of(Collection<?> values) {
    var all = List.copyOf(values);
    var pieces = new ArrayList<Piece>();
    for (var from = 0; from < all.size(); from += LARGEST) {
      pieces.add(new Piece(filled(all.subList(from, Math.min(all.size(), from + LARGEST)))));
    }
    return pieces;
  }

  /** The same values, with repetitions, so that there are 1, 2, 4, 8 … of them. */
  public static <T> List<T> filled(List<T> values) {
    var filled = new ArrayList<>(values);
    var size = 1 << (Integer.SIZE - Integer.numberOfLeadingZeros(values.size() - 1));
    filled.addAll(Collections.nCopies(size - values.size(), values.getLast()));
    return filled;
  }

  /** A placeholder for each value. */
  public String marks() {
    return marks("?", values.size());
  }

  public static String marks(String mark, int count) {
    return String.join(", ", Collections.nCopies(count, mark));
  }

  /** Binds the values from this position on. */
  public Query bind(Query query, int from) {
    for (var i = 0; i < values.size(); i++) {
      switch (values.get(i)) {
        case TypedId id -> query.bind(from + i, text(id.value()));
        case String text -> query.bind(from + i, text(text));
        case Object other -> query.bind(from + i, other);
      }
    }
    return query;
  }

  /** Jdbi would find out for each of thousands of values how such a value is bound. */
  private static Argument text(String text) {
    return (position, statement, _) -> statement.setString(position, text);
  }
}
