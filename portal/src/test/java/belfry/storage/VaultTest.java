package belfry.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.base.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sealed, with which key, and who can open it. */
class VaultTest {
  private static final Secret SECRET = new Secret("canary-refresh-token");
  private static final Vault.Place HERE = new Vault.Place("person_token", "refresh", "ana-id");
  private static final String ONE = "A".repeat(43) + "=";
  private static final String OTHER = "B".repeat(42) + "A=";

  @TempDir Path directory;

  private Keyring keys(String... lines) {
    var file = directory.resolve("test.keys");
    try {
      Files.write(file, List.of(lines));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return Keyring.open(Optional.of(file), directory, false);
  }

  private Vault vault(String... lines) {
    return new Vault(keys(lines));
  }

  // Sealing -----------------------------------------------------------------------------------

  @Test
  void whatIsSealedOpensAndSaysNothing() {
    var vault = vault("k1:" + ONE);
    var sealed = vault.seal(SECRET, HERE);

    assertThat(vault.open(sealed, HERE)).isEqualTo(SECRET);
    assertThat(sealed).matches("k1\\.[A-Za-z0-9_-]+").doesNotContain("canary");
    assertThat(
            new String(
                Base64.getUrlDecoder().decode(sealed.substring(3)), StandardCharsets.ISO_8859_1))
        .doesNotContain("canary");
    assertThat(vault.seal(SECRET, HERE)).as("sealed again").isNotEqualTo(sealed);
    assertThat(vault.open(vault.seal(new Secret(""), HERE), HERE)).isEqualTo(new Secret(""));
  }

  static Stream<Vault.Place> elsewhere() {
    return Stream.of(
        new Vault.Place("person_token", "refresh", "kenji-id"),
        new Vault.Place("person_token", "access", "ana-id"),
        new Vault.Place("directory_token", "refresh", "ana-id"),
        new Vault.Place("person_token", "refreshana-id", ""),
        new Vault.Place("person_token", "refresh", ""));
  }

  @ParameterizedTest
  @MethodSource("elsewhere")
  void aSealedValueOpensInItsOwnPlaceOnly(Vault.Place place) {
    var vault = vault("k1:" + ONE);
    var sealed = vault.seal(SECRET, HERE);
    assertThatThrownBy(() -> vault.open(sealed, place))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("changed or moved");
  }

  @Test
  void everyBitOfItCounts() {
    var vault = vault("k1:" + ONE);
    var bytes = Base64.getUrlDecoder().decode(vault.seal(SECRET, HERE).substring(3));
    for (var bit = 0; bit < bytes.length * 8; bit++) {
      var changed = bytes.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      var sealed = "k1." + Base64.getUrlEncoder().withoutPadding().encodeToString(changed);
      assertThatThrownBy(() -> vault.open(sealed, HERE))
          .as("bit %d", bit)
          .isInstanceOf(StorageException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "k1", "k1.", "k1.AAAA", "k1.!!!", "canary-refresh-token"})
  void whatWasNeverSealedDoesNotOpen(String sealed) {
    var vault = vault("k1:" + ONE);
    assertThatThrownBy(() -> vault.open(sealed, HERE))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("person_token")
        .hasMessageNotContaining("canary");
    assertThat(vault.find(sealed, HERE)).isEmpty();
  }

  // Keys --------------------------------------------------------------------------------------

  @Test
  void aKeyThatIsGoneIsNamedWithItsSetting() {
    var sealed = vault("k1:" + ONE).seal(SECRET, HERE);
    assertThatThrownBy(() -> vault("k2:" + OTHER).open(sealed, HERE))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("'k1'")
        .hasMessageContaining("BELFRY_KEY_FILE")
        .hasMessageContaining("put it back");
  }

  @Test
  void anotherKeyOfThatNameIsSuspectedWithItsSetting() {
    var sealed = vault("k1:" + ONE).seal(SECRET, HERE);
    assertThatThrownBy(() -> vault("k1:" + OTHER).open(sealed, HERE))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("'k1'")
        .hasMessageContaining("BELFRY_KEY_FILE")
        .hasMessageContaining("another key");
    assertThat(vault("k2:" + ONE).find(sealed, HERE)).isEmpty();
  }

  @Test
  void aKeysNameIsPartOfTheSeal() {
    var sealed = vault("k1:" + ONE).seal(SECRET, HERE);
    assertThatThrownBy(() -> vault("k2:" + ONE).open(sealed.replace("k1.", "k2."), HERE))
        .isInstanceOf(StorageException.class);
  }

  @Test
  void theFirstKeySealsAndTheOthersOpen() {
    var old = vault("k1:" + ONE).seal(SECRET, HERE);
    var both = vault("# put in front in March", "", "k2:" + OTHER, "k1:" + ONE);

    assertThat(both.open(old, HERE)).isEqualTo(SECRET);
    assertThat(both.isCurrent(old)).isFalse();
    var anew = both.seal(SECRET, HERE);
    assertThat(anew).startsWith("k2.");
    assertThat(both.isCurrent(anew)).isTrue();
    assertThat(vault("k2:" + OTHER).open(anew, HERE)).isEqualTo(SECRET);
  }

  @Test
  void rotatingPutsANewKeyInFrontAndKeepsTheOthers() throws IOException {
    var before = keys("k7:" + ONE, "spare:" + OTHER);
    var sealed = new Vault(before).seal(SECRET, HERE);

    var after = before.rotated();

    assertThat(after.active()).isEqualTo("k8");
    assertThat(after.key("k8").orElseThrow())
        .hasSize(32)
        .isNotEqualTo(after.key("k7").orElseThrow());
    assertThat(new Vault(after).open(sealed, HERE)).isEqualTo(SECRET);
    assertThat(Files.readAllLines(directory.resolve("test.keys")))
        .hasSize(3)
        .endsWith("k7:" + ONE, "spare:" + OTHER);
    assertThat(mode(directory.resolve("test.keys"))).isEqualTo("rw-------");
  }

  @Test
  void aPortalOfOneNodeMakesItsOwnKeyOnceAndForItselfOnly() throws IOException {
    var first = Keyring.open(Optional.empty(), directory, true);
    var second = Keyring.open(Optional.empty(), directory, true);

    assertThat(second.key("k1").orElseThrow()).isEqualTo(first.key("k1").orElseThrow());
    assertThat(mode(directory.resolve("keys/belfry.keys"))).isEqualTo("rw-------");
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void severalNodesMustBeGivenOne() {
    assertThatThrownBy(() -> Keyring.open(Optional.empty(), directory, false))
        .isInstanceOf(StorageException.class)
        .hasMessageStartingWith("BELFRY_KEY_FILE is not set");
    assertThat(directory).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "canary-canary-canary",
        "k1:canary",
        "k1:canary!canary!canary!canary!canary!canary!canar=",
        "k.1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        ":AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        "k1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\nk1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
      })
  void aKeyFileThatIsNoneNamesItsSettingAndKeepsItsSecrets(String lines) {
    assertThatThrownBy(() -> keys(lines))
        .isInstanceOf(StorageException.class)
        .hasMessageStartingWith("BELFRY_KEY_FILE: in ")
        .hasMessageContaining("name:base64 with 32 bytes")
        .hasMessageNotContaining("canary");
  }

  @Test
  void aKeyFileThatIsMissingOrEmptyNamesItsSetting() {
    assertThatThrownBy(() -> Keyring.open(Optional.of(directory.resolve("none")), directory, false))
        .hasMessageStartingWith("BELFRY_KEY_FILE: cannot read");
    assertThatThrownBy(() -> keys("# nothing yet"))
        .hasMessageStartingWith("BELFRY_KEY_FILE")
        .hasMessageContaining("holds no key");
  }

  // Signatures --------------------------------------------------------------------------------

  @Test
  void aSignatureIsOfOnePurposeAndOfThesePartsAsTheyAreCut() {
    var vault = vault("k1:" + ONE);
    var signature = vault.sign("audit", "ab", "c");

    assertThat(vault.verify(signature, "audit", "ab", "c")).isTrue();
    assertThat(vault.verify(signature, "oauth-state", "ab", "c")).isFalse();
    assertThat(vault.verify(signature, "audit", "a", "bc")).isFalse();
    assertThat(vault.verify(signature, "audit", "abc")).isFalse();
    assertThat(vault.verify(signature, "audit", "ab", "c", "")).isFalse();
    assertThat(vault.verify("", "audit", "ab", "c")).isFalse();
    assertThat(vault("k1:" + OTHER).verify(signature, "audit", "ab", "c")).isFalse();
    assertThat(vault("k2:" + OTHER, "k1:" + ONE).verify(signature, "audit", "ab", "c")).isTrue();
    assertThat(vault("k2:" + OTHER).missingKey(signature)).contains("k1");
    assertThat(vault.missingKey(signature)).isEmpty();
  }
}
