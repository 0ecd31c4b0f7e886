package io.doorlist.cli.demo;

import java.util.Random;

/** Names and addresses of people who do not exist; phone numbers are of ranges kept for fiction. */
final class DemoWords {
  static final String FIRST_NAMES =
      """
      Ada, Zoë, Łukasz, 美咲, Søren, Nguyễn, José, Ngozi, Анна, Ελένη, يوسف, Ìyábọ̀, Márta, Þóra, \
      Ravi, Chloé, Mehmet, Noa, Tomáš, Aoife, 小明, Lea, Björn, Fatima, Kai, Inês, Oluwaseun, Mia, \
      Giulia, Ana-María""";
  static final String LAST_NAMES =
      """
      Beispiel, O'Sample, Przykład, 例田, Eksempel, Mẫu, Ejemplo, Okonkwo-Example, Примерова, \
      Παράδειγμα, مثال, Àpẹẹrẹ, Példa, Dæmisdóttir, Udaharan, d'Exemple, Örnek, Dugma, Příklad, \
      Ní Shampla, 示例, van der Voorbeeld, Exempel, Mithal, Musterfrau, Exemplo, Apeere, Test, \
      Esempio, de la Muestra""";
  static final String COMPANIES =
      "Beispiel GmbH, Sample & Sons Ltd, Exemple SARL, 例 株式会社, Esempio S.p.A.";
  static final String CITIES = "Köln, Århus, Kraków, São Paulo, Gent, Zürich, Exampleton, Nürnberg";
  static final String DIETS = "vegan, vegetarian, none, no nuts";

  private DemoWords() {}

  static String phoneNumber(Random random) {
    return "+44 7700 900%03d".formatted(random.nextInt(1000));
  }

  /** Draws one of these words. */
  static String one(String words, Random random) {
    String[] all = words.split(", ");
    return all[random.nextInt(all.length)];
  }
}
