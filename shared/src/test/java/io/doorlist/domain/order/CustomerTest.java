package io.doorlist.domain.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CustomerTest {
  @ParameterizedTest
  @CsvSource({
    "Ada, Byron, Ada Byron",
    "Ada,, Ada",
    ", Byron, Byron",
    ",, ''",
    "葵, 高橋, 高橋葵",
    "민준, 김, 김민준",
    "Aoi, 高橋, Aoi 高橋"
  })
  void name_isAsItsScriptWritesIt(String first, String last, String name) {
    Customer customer = new Customer(first, last, null, null, null, null, Address.UNKNOWN);

    assertEquals(name, customer.name());
  }
}
