package io.doorlist.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.cli.CommandResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong calls, and the words for them. */
class MisuseTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          imprt               | there is no command 'doorlist imprt'; did you mean import?
          dance               | there is no command 'doorlist dance'
          token creat         | there is no command 'doorlist token creat'; did you mean create?
          token               | doorlist token needs a command: create, list, revoke
          import              | FILE is missing
          token create        | --account A is missing
          follow              | --from pretix, --url U, --organizer O are missing
          export --acount x   | --account A is missing
          export --account a b| doorlist export takes nothing more, but there is 'b'
          export --account a --evnt b | doorlist export has no option --evnt; did you mean --event?
          up --port           | --port needs a value: PORT
          up --port x         | --port: 'x' is not a whole number
          up --port 1 --port 2| --port is there twice
          import - --endpoint http://127.0.0.1:1 --stack a | only one of these may be there: --endpoint URL, --stack NAME
          forget --account a  | one of these is missing: --order ID, --email X, --everyone, --log
          forget --account a --everyone --email b | only one of these may be there: --email X, --everyone
          """)
  void wrongCall_isSaidInPlainWords(String call, String words) {
    CommandResult result = CommandResult.of(new byte[0], call.split(" "));

    assertEquals("doorlist: " + words, result.err().lines().findFirst().orElseThrow());
  }
}
