package io.doorlist.cli.connection;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;

/**
 * Calls services of AWS other than DynamoDB, one request at a time and without retries. A request
 * fails with {@link AwsFault} if the service refuses it, and with {@link UncheckedIOException} if
 * no answer comes. Commands send few such requests, so they need no client libraries of several
 * megabytes each.
 */
public final class AwsApi implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Region region;
  private final SdkHttpClient http;

  public AwsApi(String region) {
    this.region =
        region == null
            ? DefaultAwsRegionProviderChain.builder().build().getRegion()
            : Region.of(region);
    this.http =
        ApacheHttpClient.builder().connectionTimeout(PATIENCE).socketTimeout(PATIENCE).build();
  }

  public String region() {
    return region.id();
  }

  /** Calls an operation of a service whose answers are XML. */
  public Document query(String service, String version, String action, Map<String, String> form) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("Action", action);
    all.put("Version", version);
    all.putAll(new TreeMap<>(form));
    String body =
        all.entrySet().stream()
            .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), UTF_8))
            .collect(Collectors.joining("&"));
    Map<String, String> headers =
        Map.of("Content-Type", "application/x-www-form-urlencoded; charset=utf-8");
    Answer answer = send(service, SdkHttpMethod.POST, "/", headers, body);
    Document document = parse(answer.body());
    if (!answer.successful()) {
      throw new AwsFault(text(document, "Code"), text(document, "Message"));
    }
    return document;
  }

  /** Calls an operation of a service whose requests and answers are JSON. */
  public Map<String, Object> json(String service, String target, Map<String, Object> question) {
    Map<String, String> headers =
        Map.of("Content-Type", "application/x-amz-json-1.0", "X-Amz-Target", target);
    return members(send(service, SdkHttpMethod.POST, "/", headers, Json.writeValue(question)));
  }

  /** Sends a GET request to a service in which each operation has its own path. */
  public Map<String, Object> get(String service, String path) {
    return members(send(service, SdkHttpMethod.GET, path, Map.of(), ""));
  }

  /**
   * Returns the members of the first list with this name. Each member maps the names of its child
   * elements to their texts.
   */
  public static List<Map<String, String>> members(Document answer, String list) {
    List<Map<String, String>> members = new ArrayList<>();
    NodeList lists = answer.getElementsByTagName(list);
    if (lists.getLength() > 0) {
      for (Node member : children(lists.item(0))) {
        Map<String, String> texts = new LinkedHashMap<>();
        children(member)
            .forEach(each -> texts.put(each.getNodeName(), each.getTextContent().strip()));
        members.add(texts);
      }
    }
    return members;
  }

  /** Returns the texts of the members of all lists with this name. */
  public static List<String> texts(Document answer, String list) {
    NodeList lists = answer.getElementsByTagName(list);
    return IntStream.range(0, lists.getLength())
        .mapToObj(lists::item)
        .flatMap(each -> children(each).stream())
        .map(each -> each.getTextContent().strip())
        .toList();
  }

  public static String text(Document answer, String name) {
    NodeList found = answer.getElementsByTagName(name);
    return found.getLength() == 0 ? "" : found.item(0).getTextContent().strip();
  }

  @Override
  public void close() {
    http.close();
  }

  private record Answer(int status, byte[] body) {
    boolean successful() {
      return status / 100 == 2;
    }
  }

  private Answer send(
      String service,
      SdkHttpMethod method,
      String path,
      Map<String, String> headers,
      String content) {
    byte[] bytes = content.getBytes(UTF_8);
    ContentStreamProvider body = ContentStreamProvider.fromByteArray(bytes);
    URI address = URI.create(endpoint(service) + path);
    SdkHttpFullRequest.Builder request = SdkHttpFullRequest.builder().method(method).uri(address);
    headers.forEach(request::putHeader);
    HttpExecuteRequest.Builder sent = HttpExecuteRequest.builder();
    if (bytes.length > 0) {
      request.putHeader("Content-Length", String.valueOf(bytes.length));
      sent.contentStreamProvider(body);
    }
    sent.request(signed(service, request.build(), body));
    try {
      HttpExecuteResponse response = http.prepareRequest(sent.build()).call();
      try (InputStream answer =
          response.responseBody().orElse(AbortableInputStream.createEmpty())) {
        return new Answer(response.httpResponse().statusCode(), answer.readAllBytes());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private SdkHttpRequest signed(
      String service, SdkHttpRequest request, ContentStreamProvider body) {
    try (DefaultCredentialsProvider provider = DefaultCredentialsProvider.builder().build()) {
      AwsCredentials credentials = provider.resolveCredentials();
      return AwsV4HttpSigner.create()
          .sign(
              to ->
                  to.identity(credentials)
                      .request(request)
                      .payload(body)
                      .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, service)
                      .putProperty(AwsV4HttpSigner.REGION_NAME, region.id()))
          .request();
    }
  }

  /**
   * Returns a service's address. The environment variables and the property that change it are
   * those that all AWS clients read.
   */
  private String endpoint(String service) {
    String own = "AWS_ENDPOINT_URL_" + service.toUpperCase(Locale.ROOT);
    return Optional.ofNullable(System.getenv(own))
        .or(() -> Optional.ofNullable(System.getenv("AWS_ENDPOINT_URL")))
        .or(() -> Optional.ofNullable(System.getProperty("aws.endpointUrl")))
        .orElseGet(
            () ->
                "https://%s.%s.%s"
                    .formatted(service, region.id(), PartitionMetadata.of(region).dnsSuffix()));
  }

  private static Map<String, Object> members(Answer answer) {
    Map<String, Object> members;
    try {
      members = answer.body().length == 0 ? Map.of() : Json.readObject(answer.body());
    } catch (MalformedJsonException e) {
      members = Map.of();
    }
    if (!answer.successful()) {
      Object message = members.getOrDefault("message", members.getOrDefault("Message", ""));
      Object code = members.getOrDefault("__type", "HTTP " + answer.status());
      throw new AwsFault(String.valueOf(code).replaceFirst("^.*#", ""), String.valueOf(message));
    }
    return members;
  }

  private static Document parse(byte[] body) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      // The default handler prints each error to standard error.
      builder.setErrorHandler(null);
      return builder.parse(new ByteArrayInputStream(body));
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("every JDK has these features", e);
    } catch (SAXException e) {
      throw new UncheckedIOException(new IOException("the answer is not XML", e));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Node> children(Node parent) {
    NodeList all = parent.getChildNodes();
    return IntStream.range(0, all.getLength())
        .mapToObj(all::item)
        .filter(each -> each.getNodeType() == Node.ELEMENT_NODE)
        .toList();
  }
}
