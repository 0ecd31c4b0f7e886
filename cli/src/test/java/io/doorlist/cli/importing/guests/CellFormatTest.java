package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CellFormatTest {
  /** What Excel shows, but for separators of thousands. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "General|12|12",
        "00000|12|00012",
        "00000|1234567|1234567",
        "\"T-\"0000|12|T-0012",
        "000-00-0000|123456789|123-45-6789",
        "(000) 000\\-0000|5551234567|(555) 123-4567",
        "#|0|``",
        "0|0|0",
        "0.00|12.5|12.50",
        "0.##|12.5|12.5",
        ".00|0.5|.50",
        ".00|12.5|12.50",
        "0%|0.25|25%",
        "#,##0.00|1234.5|1234.50",
        "[Red]0;[Blue]-0|-7|-7",
        "0;(0)|-7|(7)",
        "0|-7|-7",
        "\"yes\";;\"no\"|1|yes",
        "\"yes\";;\"no\"|0|no",
        "\"yes\";;\"no\"|-1|``",
        "[$€-407] 0.00|5|€ 5.00",
        "_-* #,##0\\ \"kr\"_-|40|40 kr",
        "\"N°\" General|7|N° 7",
        "0\" Pers.\"|2|2 Pers.",
        "@|12|12"
      })
  void number_showsItsZerosAndLiterals(String code, BigDecimal number, String shown) {
    assertEquals(shown, format(code).show(number).orElseThrow());
  }

  @ParameterizedTest
  @CsvSource({
    "0.00E+00,12",
    "##0.0E+0,12",
    "# ?/?,0.5",
    "0,12.5",
    "0.0,1.25",
    "'0,',12000",
    "[<100]0;00,5",
    "[DBNum1]0,5",
    "[h]:mm,1.5",
    "hh:mm,1.5",
    "0\"a\"x,5"
  })
  void number_thatIsNotShownWhole_isNone(String code, BigDecimal number) {
    assertTrue(format(code).show(number).isEmpty());
  }

  @Test
  void text_hasItsLiterals() {
    assertEquals("No. 7a", format("\"No. \"@").show("7a"));
    assertEquals("T7a", format("0;0;0;\"T\"@").show("7a"));
    assertEquals("7a", format("00000").show("7a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"yyyy-mm-dd", "d/m/yy", "[$-409]d mmm", "dd.mm.yyyy hh:mm"})
  void date_isKnown(String code) {
    assertTrue(format(code).isDate());
  }

  @ParameterizedTest
  @ValueSource(strings = {"[Red]0", "\"day \"0", "General", "0\\d", "h:mm"})
  void otherFormats_areNoDates(String code) {
    assertFalse(format(code).isDate());
  }

  @Test
  void builtIn_formatsNeedNoText() {
    assertTrue(CellFormat.of("14", Map.of()).isDate());
    assertTrue(CellFormat.of("20", Map.of()).isTime());
    assertEquals("12.00", CellFormat.of("2", Map.of()).show(new BigDecimal(12)).orElseThrow());
    assertTrue(CellFormat.of("11", Map.of()).show(new BigDecimal(12)).isEmpty());
  }

  private static CellFormat format(String code) {
    return CellFormat.of("164", Map.of("164", code));
  }
}
