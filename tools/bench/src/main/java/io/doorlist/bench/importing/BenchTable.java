package io.doorlist.bench.importing;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.cli.Doorlist;
import io.doorlist.domain.Mode;
import io.doorlist.local.dynamodb.LocalDynamo;
import io.doorlist.local.template.Template;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import io.doorlist.store.table.DynamoClients;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;

/**
 * A table on a DynamoDB Local of its own, in this process. It stays up whatever happens to the
 * processes that are measured, as DynamoDB does.
 */
final class BenchTable implements AutoCloseable {
  private static final String NAME = "doorlist";

  private final LocalDynamo dynamo = LocalDynamo.inMemory(0);
  private final Stores stores =
      Stores.connect(DynamoClients.connect(dynamo.endpoint(), null), NAME, Clock.systemUTC());

  /** Creates an empty table. */
  BenchTable() {
    dynamo.createTableWithoutStream(
        Template.read(BenchCommand.ROOT.resolve("template.yaml")), NAME);
    stores.format().setCurrent();
  }

  Stores stores() {
    return stores;
  }

  /** Returns the options that point a command at this table. */
  List<String> target() {
    return List.of("--endpoint", dynamo.endpoint().toString(), "--table", NAME);
  }

  /** Returns how many orders of the festival the table has. */
  long orders() {
    return stores
        .orders()
        .list(FestivalFile.ACCOUNT, FestivalFile.EVENT, Mode.LIVE, new PageRequest(1, 1))
        .count();
  }

  /** Returns a digest of the export of an account. */
  String exportDigest(String account) {
    MessageDigest digest = sha256();
    PrintStream out =
        new PrintStream(
            new DigestOutputStream(OutputStream.nullOutputStream(), digest),
            false,
            StandardCharsets.UTF_8);
    String[] command = {"export", "--account", account, "", "", "", ""};
    System.arraycopy(target().toArray(String[]::new), 0, command, 3, 4);
    int status = Doorlist.run(InputStream.nullInputStream(), out, quiet(), command);
    if (status != 0) {
      throw new IllegalStateException("the export ended with status " + status);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static PrintStream quiet() {
    return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ends the database and drops all its data. */
  @Override
  public void close() {
    stores.close();
    dynamo.close();
  }
}
