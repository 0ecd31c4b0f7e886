package io.doorlist.cli.mailing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A server that speaks as much SMTP as a client needs. A script can make it say or do something
 * else. The script names the beginning of a command, {@code GREETING}, or {@code END} for the end
 * of a mail.
 */
public final class ScriptedSmtp implements AutoCloseable {
  /** Says nothing more, and keeps the connection. */
  public static final String HANG = "hang";

  public static final String DROP = "drop";

  private final ServerSocket listener;
  private final SSLContext tls;
  private final Map<String, String> script = new ConcurrentHashMap<>();
  private final List<String> commands = new CopyOnWriteArrayList<>();
  private final CountDownLatch first = new CountDownLatch(1);
  private final List<Socket> open = new CopyOnWriteArrayList<>();

  /** Starts one, which offers STARTTLS if it has a context for it. */
  public ScriptedSmtp(SSLContext tls) throws IOException {
    this.tls = tls;
    listener = new ServerSocket(0);
    Thread.ofVirtual().start(this::listen);
  }

  public ScriptedSmtp on(String command, String reply) {
    script.put(command, reply);
    return this;
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** Returns what clients said, commands after TLS began with {@code tls } before them. */
  public List<String> commands() {
    return commands;
  }

  public long mails() {
    return commands.stream().filter(each -> each.endsWith("END")).count();
  }

  /** Waits until the whole of a mail is here; returns whether one is. */
  public boolean awaitMail() throws InterruptedException {
    return first.await(60, TimeUnit.SECONDS);
  }

  private void listen() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        open.add(client);
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException e) {
        // Closed.
        return;
      }
    }
  }

  private void serve(Socket client) {
    try {
      talk(client, "");
    } catch (IOException e) {
      // The client has gone.
      commands.add("GONE");
    }
  }

  private void talk(Socket client, String prefix) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(client.getOutputStream(), true, StandardCharsets.UTF_8);
    if (prefix.isEmpty() && !say(client, out, "GREETING", "220 here")) {
      return;
    }
    String line;
    while ((line = in.readLine()) != null) {
      commands.add(prefix + line);
      String usual =
          switch (line.split(" ")[0]) {
            case "EHLO" ->
                "250-here\r\n"
                    + (tls != null && prefix.isEmpty() ? "250-STARTTLS\r\n" : "")
                    + "250 AUTH PLAIN";
            case "AUTH" -> "235 2.7.0 welcome";
            case "STARTTLS" -> "220 go on";
            case "DATA" -> "354 go on";
            case "QUIT" -> "221 bye";
            default -> "250 2.0.0 yes";
          };
      if (!say(client, out, line, usual)) {
        return;
      }
      if (line.equals("STARTTLS")) {
        SSLSocket secure =
            (SSLSocket) tls.getSocketFactory().createSocket(client, null, client.getPort(), true);
        secure.setUseClientMode(false);
        talk(secure, "tls ");
        return;
      }
      if (line.equals("DATA")) {
        while (!".".equals(line = in.readLine())) {
          if (line == null) {
            return;
          }
        }
        commands.add(prefix + "END");
        first.countDown();
        if (!say(client, out, "END", "250 2.0.0 taken")) {
          return;
        }
      }
    }
  }

  /** Says what the script wants, or the usual; returns false if that is nothing. */
  private boolean say(Socket client, PrintStream out, String command, String usual)
      throws IOException {
    String reply =
        script.entrySet().stream()
            .filter(each -> command.startsWith(each.getKey()))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse(usual);
    if (reply.equals(DROP)) {
      client.close();
    }
    if (reply.equals(DROP) || reply.equals(HANG)) {
      return false;
    }
    out.print(reply + "\r\n");
    return true;
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket client : open) {
        client.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
