package belfry.simulator.messages;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Every distinct content once. What is derived from it is computed outside the store's lock. */
final class Vocabulary {
  private final Map<Content, Words> known = new ConcurrentHashMap<>();
  private final Map<Blob, Blob> files = new ConcurrentHashMap<>();
  private final List<Words> byNumber = new ArrayList<>();

  Words of(Content content) {
    var words = known.get(content);
    return words == null
        ? known.computeIfAbsent(content.sharing(this::kept), this::numbered)
        : words;
  }

  private Blob kept(Blob blob) {
    return files.computeIfAbsent(blob, it -> it);
  }

  Words at(int number) {
    synchronized (byNumber) {
      return byNumber.get(number);
    }
  }

  private Words numbered(Content content) {
    var derived = Words.of(0, content);
    synchronized (byNumber) {
      var words = derived.withNumber(byNumber.size());
      byNumber.add(words);
      return words;
    }
  }
}
