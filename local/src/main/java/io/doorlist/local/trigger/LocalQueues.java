package io.doorlist.local.trigger;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.doorlist.local.json.AwsJson;
import io.doorlist.local.template.Deployment;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.pekko.actor.ActorSystem;
import org.elasticmq.NodeAddress;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;

/**
 * The template's queues in this process, answering as SQS does on the loopback interface.
 *
 * <p>Implementation note: ElasticMQ takes seconds to start, and if nobody subscribes to webhooks,
 * nothing is ever sent. So the port is opened at once, and the first connection to it starts
 * ElasticMQ; from then on bytes are passed through.
 */
public final class LocalQueues implements AutoCloseable {
  private static final String REDRIVE = "RedrivePolicy";
  private static final int BUFFER_BYTES = 16 * 1024;

  private final ServerSocketChannel door;
  private final Set<SocketChannel> connections = ConcurrentHashMap.newKeySet();
  private ActorSystem actors;
  private InetSocketAddress elasticMq;
  private boolean closed;
  private AwsJson sqs;
  private List<String> delivering = List.of();

  /** Opens the port. */
  public LocalQueues() throws IOException {
    this.door = ServerSocketChannel.open();
    door.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0));
  }

  /**
   * Starts answering.
   *
   * @param queues attributes by name; a queue comes after those that it names
   * @param started runs once the queues exist
   */
  void serve(Map<String, Map<String, Object>> queues, Runnable started) {
    Thread.ofVirtual().name("queues").start(() -> accept(queues, started));
  }

  /** Returns where SQS answers. */
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + door.socket().getLocalPort());
  }

  private void accept(Map<String, Map<String, Object>> queues, Runnable started) {
    try {
      while (true) {
        SocketChannel client = door.accept();
        connections.add(client);
        Thread.ofVirtual().name("queues").start(() -> connect(client, queues, started));
      }
    } catch (AsynchronousCloseException e) {
      return;
    } catch (IOException e) {
      System.err.println("the queues accept no more connections: " + e);
    }
  }

  private void connect(
      SocketChannel client, Map<String, Map<String, Object>> queues, Runnable started) {
    try (client;
        SocketChannel server = SocketChannel.open(elasticMq(queues, started))) {
      connections.add(server);
      Thread answers = Thread.ofVirtual().start(() -> copy(server, client));
      copy(client, server);
      answers.join();
    } catch (IOException e) {
      return; // Either side has gone, and the other sees that.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      connections.removeIf(connection -> !connection.isOpen());
    }
  }

  private static void copy(SocketChannel from, SocketChannel to) {
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    try {
      while (from.read(buffer) >= 0) {
        buffer.flip();
        while (buffer.hasRemaining()) {
          to.write(buffer);
        }
        buffer.clear();
      }
      to.shutdownOutput();
    } catch (IOException e) {
      closeQuietly(from);
      closeQuietly(to);
    }
  }

  private static void closeQuietly(ByteChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      return; // It is gone, which is what was wanted.
    }
  }

  /** Returns where ElasticMQ answers; starts it if necessary. */
  private synchronized InetSocketAddress elasticMq(
      Map<String, Map<String, Object>> queues, Runnable started) throws IOException {
    if (closed) {
      throw new IOException("closed");
    }
    if (elasticMq == null) {
      Config config =
          ConfigFactory.parseMap(
              Map.of("pekko.daemonic", "on", "pekko.loglevel", "OFF", "pekko.log-dead-letters", 0));
      ClassLoader loader = LocalQueues.class.getClassLoader();
      actors =
          ActorSystem.create("queues", config.withFallback(ConfigFactory.load(loader)), loader);
      SQSRestServer server =
          SQSRestServerBuilder.withActorSystem(actors)
              .withInterface("127.0.0.1")
              .withDynamicPort()
              .withServerAddress(new NodeAddress("http", "127.0.0.1", endpoint().getPort(), ""))
              .withAWSRegion(System.getProperty("aws.region", "eu-west-1"))
              .withAWSAccountId(Deployment.ACCOUNT_ID)
              .start();
      InetSocketAddress address = server.waitUntilStarted().localAddress();
      sqs = new AwsJson(URI.create("http://127.0.0.1:" + address.getPort()), "AmazonSQS");
      create(queues);
      delivering =
          queues.entrySet().stream()
              .filter(queue -> queue.getValue().containsKey(REDRIVE))
              .map(Map.Entry::getKey)
              .toList();
      elasticMq = address;
      Thread.ofVirtual().name("queues").start(started);
    }
    return elasticMq;
  }

  private void create(Map<String, Map<String, Object>> queues) throws IOException {
    for (Map.Entry<String, Map<String, Object>> queue : queues.entrySet()) {
      sqs.call("CreateQueue", Map.of("QueueName", queue.getKey(), "Attributes", queue.getValue()))
          .members();
    }
  }

  /** Returns how many messages wait for a try, or for another. */
  private int waiting() {
    int waiting = 0;
    for (String queue : delivering) {
      try {
        Map<?, ?> counts =
            (Map<?, ?>)
                sqs.call(
                        "GetQueueAttributes",
                        Map.of(
                            "QueueUrl",
                            Deployment.queueUrl(sqs.endpoint(), queue),
                            "AttributeNames",
                            List.of("All")))
                    .members()
                    .get("Attributes");
        for (String kind : List.of("", "NotVisible", "Delayed")) {
          Object count = counts.get("ApproximateNumberOfMessages" + kind);
          waiting += Integer.parseInt(String.valueOf(count));
        }
      } catch (IOException e) {
        return waiting;
      }
    }
    return waiting;
  }

  /** Closes all connections; messages in the queues are lost, which is said. */
  @Override
  public void close() throws IOException {
    door.close();
    synchronized (this) {
      closed = true;
      if (actors != null) {
        int lost = waiting();
        if (lost > 0) {
          System.err.printf(
              Locale.ROOT,
              "%d webhooks were not delivered, and are not tried again by themselves: doorlist webhook redeliver%n",
              lost);
        }
        actors.terminate();
      }
    }
    connections.forEach(LocalQueues::closeQuietly);
  }
}
