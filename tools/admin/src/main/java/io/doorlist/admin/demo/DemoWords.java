package io.doorlist.admin.demo;

import java.util.List;
import java.util.Random;

/** Names and addresses of people who do not exist; phone numbers are of ranges kept for fiction. */
final class DemoWords {
  private static final List<String> FIRST_NAMES =
      List.of(
          "Ada",
          "Zoë",
          "Łukasz",
          "美咲",
          "Søren",
          "Nguyễn",
          "José",
          "Ngozi",
          "Анна",
          "Ελένη",
          "يوسف",
          "Ìyábọ̀",
          "Márta",
          "Þóra",
          "Ravi",
          "Chloé",
          "Mehmet",
          "Noa",
          "Tomáš",
          "Aoife",
          "小明",
          "Lea",
          "Björn",
          "Fatima",
          "Kai",
          "Inês",
          "Oluwaseun",
          "Mia",
          "Giulia",
          "Ana-María");
  private static final List<String> LAST_NAMES =
      List.of(
          "Beispiel",
          "O'Sample",
          "Przykład",
          "例田",
          "Eksempel",
          "Mẫu",
          "Ejemplo",
          "Okonkwo-Example",
          "Примерова",
          "Παράδειγμα",
          "مثال",
          "Àpẹẹrẹ",
          "Példa",
          "Dæmisdóttir",
          "Udaharan",
          "d'Exemple",
          "Örnek",
          "Dugma",
          "Příklad",
          "Ní Shampla",
          "示例",
          "van der Voorbeeld",
          "Exempel",
          "Mithal",
          "Musterfrau",
          "Exemplo",
          "Apeere",
          "Test",
          "Esempio",
          "de la Muestra");
  private static final List<String> COMPANIES =
      List.of("Beispiel GmbH", "Sample & Sons Ltd", "Exemple SARL", "例 株式会社", "Esempio S.p.A.");
  private static final List<String> CITIES =
      List.of("Köln", "Århus", "Kraków", "São Paulo", "Gent", "Zürich", "Exampleton", "Nürnberg");
  private static final List<String> DIETS = List.of("vegan", "vegetarian", "none", "no nuts");

  private DemoWords() {}

  static String firstName(Random random) {
    return one(FIRST_NAMES, random);
  }

  static String lastName(Random random) {
    return one(LAST_NAMES, random);
  }

  static String company(Random random) {
    return one(COMPANIES, random);
  }

  static String city(Random random) {
    return one(CITIES, random);
  }

  static String diet(Random random) {
    return one(DIETS, random);
  }

  static String phoneNumber(Random random) {
    return "+44 7700 900%03d".formatted(random.nextInt(1000));
  }

  private static String one(List<String> words, Random random) {
    return words.get(random.nextInt(words.size()));
  }
}
