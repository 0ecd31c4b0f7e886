package io.doorlist.webhook;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A receiver on loopback that handles each connection as the test demands. */
final class ScriptedReceiver implements Closeable {
  private final ServerSocket server;
  private final Behaviour behaviour;
  private final List<String> requests = new CopyOnWriteArrayList<>();

  /** What to do with a connection; it is closed afterwards. */
  interface Behaviour {
    void serve(ScriptedReceiver receiver, Socket socket) throws Exception;
  }

  ScriptedReceiver(ServerSocket server, Behaviour behaviour) throws IOException {
    this.server = server;
    this.behaviour = behaviour;
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Thread.ofVirtual().start(this::accept);
  }

  /** Returns a receiver that reads a request and answers with this. */
  static ScriptedReceiver answering(String answer) throws IOException {
    return new ScriptedReceiver(
        new ServerSocket(),
        (receiver, socket) -> {
          receiver.read(socket);
          socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
          socket.getOutputStream().flush();
        });
  }

  int port() {
    return server.getLocalPort();
  }

  /** Returns the requests received, head and body. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  /** Reads one request and keeps it. */
  void read(Socket socket) throws IOException {
    InputStream stream = socket.getInputStream();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int left = -1;
    while (left != 0) {
      int next = stream.read();
      if (next < 0) {
        return;
      }
      bytes.write(next);
      left--;
      String head = left < 0 ? bytes.toString(StandardCharsets.ISO_8859_1) : "";
      if (head.endsWith("\r\n\r\n")) {
        left = Integer.parseInt(head.replaceFirst("(?s).*\nContent-Length: ([0-9]+)\r.*", "$1"));
      }
    }
    requests.add(bytes.toString(StandardCharsets.UTF_8));
  }

  private void accept() {
    while (true) {
      try {
        Socket socket = server.accept();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return; // Closed.
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      behaviour.serve(this, socket);
    } catch (Exception e) {
      return; // The client closed the connection, as some tests demand.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
