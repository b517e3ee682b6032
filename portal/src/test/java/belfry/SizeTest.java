package belfry;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * Holds how much a file does, so that whoever looks for something need not read much: statements
 * and how deep they are nested, because lines are saved by squeezing. The page's modules are
 * counted in lines.
 */
class SizeTest {
  private static final Path ROOT = Path.of("..");
  private static final int MOST_OF_A_SOURCE = 200;
  private static final int MOST_OF_A_TEST = 400;
  private static final int DEEPEST_OF_A_SOURCE = 5;
  private static final int DEEPEST_OF_A_TEST = 7;
  private static final int LONGEST_MODULE = 400;

  /** What one file does. */
  private static final class Counted extends TreeScanner<Void, Integer> {
    private int statements;
    private int deepest;

    @Override
    public Void scan(Tree tree, Integer depth) {
      if (tree instanceof StatementTree
          && !(tree instanceof BlockTree)
          && !(tree instanceof ClassTree)) {
        statements += tree instanceof VariableTree ? 0 : 1;
        deepest = Math.max(deepest, depth);
      }
      return super.scan(tree, depth);
    }

    @Override
    public Void visitBlock(BlockTree block, Integer depth) {
      return super.visitBlock(block, depth + 1);
    }

    @Override
    public Void visitMethod(MethodTree method, Integer depth) {
      return super.visitMethod(method, 0);
    }
  }

  @Test
  void noSourceDoesTooMuch() throws IOException {
    assertThat(excess(MOST_OF_A_SOURCE, DEEPEST_OF_A_SOURCE, "src/main/java")).isEmpty();
  }

  @Test
  void noTestDoesTooMuch() throws IOException {
    assertThat(excess(MOST_OF_A_TEST, DEEPEST_OF_A_TEST, "src/test/java")).isEmpty();
  }

  private static Set<String> excess(int most, int deepest, String directory) throws IOException {
    var files = new TreeSet<Path>();
    for (var module : List.of("portal", "simulator", "standin", "bench")) {
      files.addAll(files(ROOT.resolve(module).resolve(directory), ".java"));
    }
    var compiler = ToolProvider.getSystemJavaCompiler();
    var excess = new TreeMap<String, Integer>();
    try (var manager = compiler.getStandardFileManager(null, null, null)) {
      var sources = manager.getJavaFileObjectsFromPaths(files);
      var task = (JavacTask) compiler.getTask(null, manager, null, null, null, sources);
      for (var unit : task.parse()) {
        var counted = new Counted();
        counted.scan(unit, 0);
        if (counted.statements > most || counted.deepest > deepest) {
          excess.put(
              unit.getSourceFile().getName() + ", nested " + counted.deepest, counted.statements);
        }
      }
    }
    return new TreeSet<>(excess.entrySet().stream().map(Object::toString).toList());
  }

  @Test
  void noModuleOfThePageIsTooLong() {
    assertThat(tooLong(".js")).isEmpty();
  }

  @Test
  void noStyleSheetIsTooLong() {
    assertThat(tooLong(".css")).isEmpty();
  }

  private static List<Path> tooLong(String kind) {
    var files = files(ROOT.resolve("portal/src/main/resources/web/app"), kind);
    assertThat(files).isNotEmpty();
    return files.stream().filter(file -> lines(file) > LONGEST_MODULE).toList();
  }

  private static Set<Path> files(Path directory, String kind) {
    try (var files = Files.walk(directory)) {
      var found = new TreeSet<Path>();
      files.filter(file -> file.toString().endsWith(kind)).forEach(found::add);
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long lines(Path file) {
    try (var lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
