package io.doorlist.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTest {
  @Test
  void allowedOrigins_splitsAtCommas() {
    Settings settings =
        Settings.of(Map.of("ALLOWED_ORIGINS", "https://a.example, https://b.example:8443,"));

    assertEquals(List.of("https://a.example", "https://b.example:8443"), settings.allowedOrigins());
  }

  @Test
  void qrBaseUrl_throws_whenItIsNotSet() {
    assertThrows(IllegalStateException.class, Settings.of(Map.of())::qrBaseUrl);
    assertThrows(IllegalStateException.class, Settings.of(Map.of("QR_BASE_URL", ""))::qrBaseUrl);
  }
}
