package belfry.apps;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.storage.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AppNameTest {
  @ParameterizedTest
  @ValueSource(strings = {"news", "0", "IT_Alerts-2.1", "assets2"})
  void aNameIsRead(String text) {
    assertThat(AppName.parse(text)).contains(new AppName(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "assets", ".news", "-", "a b", "news/", "é", "news\n"})
  void whatNoAppCanBeCalledIsNoName(String text) {
    assertThat(AppName.parse(text)).isEmpty();
  }

  @Test
  void inJsonItIsItsLetters() {
    assertThat(Json.write(new AppName("news"))).isEqualTo("\"news\"");
    assertThat(Json.read("\"news\"", AppName.class)).isEqualTo(new AppName("news"));
  }
}
