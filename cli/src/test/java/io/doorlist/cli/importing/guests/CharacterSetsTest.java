package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.console.Failure;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 69: lists as spreadsheets and phones of a country save them. */
class CharacterSetsTest {
  /**
   * Each entry has a charset, titles and guests. Each list is tried with three rows and with three
   * hundred.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "windows-1252|Vorname;Nachname;Ort|Jörg;Müller;Köln/Anna;Weiß;Bonn/Zoë;Groß;Gießen",
        "windows-1252|Prénom;Nom;Ville|Anaïs;Lefèvre;Nîmes/Chloé;Béranger;Paris/Noël;D’Août;Nice",
        "windows-1252|Nombre;Apellidos;Ciudad|Íñigo;Muñoz;Cádiz/José;Ibáñez;León/Ana;Ruiz;Jaén",
        "windows-1252|CATEGORÍA;Invitada;Nº de personas|Adulto;Ada;4/Adulto;Ana;1/Socio;Bo;2",
        "windows-1252|Nome;N.º de pedido;Fila|Mª Rita;7;1ª/Ana;8;2ª/Dr.ª Eva;9;1ª",
        "windows-1252|N° de billet;Nom|C-0;Ng/C-1;Lee/C-2;Poe",
        "windows-1250|Nume;Locul|Şerban;Mureş/Dragoş;Iaşi/IONUŞ;Bor",
        "windows-1252|Nome;Cognome;Nota|Nicolò;Forlì;perché no/Ada;Pavè;più tardi/Ugo;Re;è qui",
        "windows-1252|Nome;Apelido;Cidade|João;Gonçalves;São Tomé/Ana;Conceição;Évora/Rui;Sá;Faro",
        "windows-1252|First;Last;Note|Sean;O’Brien;“late”/Ann;Lee;10 € – paid/Bo;Poe;x…",
        "windows-1252|Prénom;Nom|Andréa;Lefé/René;Roé/Zoé;Li",
        "windows-1250|Imię;Nazwisko;Miasto|Łukasz;Wójcik;Łódź/Zofia;Żak;Gdańsk/Paweł;Dąbek;Kraków",
        "windows-1250|Jméno;Příjmení;Město|Jiří;Dvořák;Plzeň/Zdeněk;Šťastný;Brno/Eva;Nová;Děčín",
        "windows-1254|Ad;Soyad;Şehir|Ayşe;Yıldız;İzmir/Çağla;Güneş;Muğla/Işıl;Öztürk;Ağrı",
        "windows-1251|Ім'я;Прізвище;Місто|Олена;Шевченко;Київ/Іван;Коваль;Львів/Юлія;Бойко;Суми",
        "windows-1253|Όνομα;Επώνυμο;Πόλη|Γιώργος;Οικονόμου;Αθήνα/Ελένη;Γεωργίου;Πάτρα/Νίκος;Ρήγας;Βόλος",
        "windows-1255|שם;משפחה;עיר|דוד;כהן;חיפה/שרה;לוי;אילת/משה;פרץ;לוד",
        "windows-1256|الاسم;العائلة;المدينة|محمد;حسن;القاهرة/مريم;سالم;طنطا/أحمد;يوسف;أسوان",
        "x-MacRoman|Vorname;Nachname;Ort|Jörg;Müller;Köln/Anna;Weiß;Bonn/Zoë;Groß;Gießen",
        "x-MacRoman|Prénom;Nom;Ville|Anaïs;Lefèvre;Nîmes/Chloé;Béranger;Paris/Noël;D’Août;Nice",
        "windows-31j|姓;名;出欠|高橋;葵;出席/佐藤;翔太;欠席/髙﨑;さくら;出席",
        "windows-31j|氏名;フリガナ;備考|田中 太郎;タナカ;①番/鈴木 花;スズキ;ｱﾚﾙｷﾞｰ/林 一;ハヤシ;なし",
        "GB18030|姓名;城市;状态|王伟;北京;已付款/李娜;上海;取消/张敏;广州;已付款",
        "Big5|姓名;城市;狀態|王偉;台北;已付款/李娜;高雄;取消/張敏;台中;已付款",
        "x-windows-949|이름;도시;상태|김민준;서울;참석/이서연;부산;불참/박똠방;대구;참석"
      })
  void list_isReadInItsCharacterSet(String charset, String titles, String guests) {
    List<String> rows = List.of(guests.split("/"));
    for (int times : List.of(1, 100)) {
      String text = titles + "\r\n" + (String.join("\r\n", rows) + "\r\n").repeat(times);

      CharacterSets.Decoded read =
          CharacterSets.decode(text.getBytes(Charset.forName(charset)), null);

      assertEquals(text, read.text());
      assertEquals(1, read.findings().size());
      assertTrue(
          read.findings()
              .getFirst()
              .text()
              .startsWith("read as " + read.charset() + ", which is a guess"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE", "UTF-16"})
  void unicode_isNoGuess(String charset) {
    String text = "Name;Code\r\nZoë 葵;A1\r\n";

    CharacterSets.Decoded read =
        CharacterSets.decode(text.getBytes(Charset.forName(charset)), null);

    assertEquals(text, read.text());
    assertEquals(List.of(), read.findings());
  }

  @Test
  void charset_isTheOneThatIsSaid_orTheFileIsRefused() {
    Charset said = Charset.forName("IBM850");
    String text = "Name;Code\r\nJörg Müßig;A1\r\n";

    assertEquals(text, CharacterSets.decode(text.getBytes(said), said).text());
    assertEquals(
        "the file is not text in UTF-8, which --charset names",
        assertThrows(
                Failure.class,
                () -> CharacterSets.decode(text.getBytes(said), StandardCharsets.UTF_8))
            .getMessage());
  }

  @Test
  void bytesOfNoText_areRefused() {
    byte[] bytes = {'N', 1, 2, (byte) 0x81, (byte) 0xFF, 0, 7};

    assertThrows(Failure.class, () -> CharacterSets.decode(bytes, null));
  }
}
