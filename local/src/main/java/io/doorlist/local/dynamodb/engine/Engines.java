package io.doorlist.local.dynamodb.engine;

import io.doorlist.local.failure.LocalHostException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.function.UnaryOperator;

/** Opens the table's database with the engine that fits the versions on the class path. */
public final class Engines {
  /** The system property that asks for unmodified DynamoDB Local, by the value {@code stock}. */
  static final String PROPERTY = "doorlist.engine";

  private Engines() {}

  /**
   * Opens a database.
   *
   * @param directory where its file is, or {@code null} for memory
   * @param jobs runs DynamoDB Local's background jobs, ten at a time
   * @param logChannel returns the channel by which the log is synced, from one that is open
   * @throws LocalHostException if the file is not a database, or is damaged; it is not touched then
   */
  public static Engine open(
      Path directory, ExecutorService jobs, UnaryOperator<FileChannel> logChannel) {
    return open(directory, jobs, logChannel, Versions.present());
  }

  static Engine open(
      Path directory,
      ExecutorService jobs,
      UnaryOperator<FileChannel> logChannel,
      Versions versions) {
    if (directory != null) {
      DatabaseFile.check(directory.resolve(Engine.FILE));
    }
    if ("stock".equals(System.getProperty(PROPERTY))) {
      return new StockEngine(directory);
    }
    if (!versions.areKnown()) {
      System.err.println(
          versions + " is not known here: the table is unmodified DynamoDB Local, which is slower");
      return new StockEngine(directory);
    }
    return new FastEngine(directory, jobs, logChannel);
  }
}
