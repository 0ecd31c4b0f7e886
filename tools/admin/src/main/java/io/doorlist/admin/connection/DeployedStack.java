package io.doorlist.admin.connection;

import io.doorlist.admin.console.Failure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;

/**
 * Asks CloudFormation about a deployed stack. The command line has only this one question for
 * CloudFormation, so it needs no client library of several megabytes.
 */
final class DeployedStack {
  private static final String TABLE = "TableName";
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private DeployedStack() {}

  /**
   * Returns the name of a stack's table.
   *
   * @param region null for the one of the shell
   * @param where the region as the end of a message
   * @throws Failure if there is no such stack, it may not be read, or it has no table
   */
  static String table(String stack, String region, String where) {
    Region chosen =
        region == null
            ? DefaultAwsRegionProviderChain.builder().build().getRegion()
            : Region.of(region);
    try (SdkHttpClient http =
        ApacheHttpClient.builder().connectionTimeout(PATIENCE).socketTimeout(PATIENCE).build()) {
      HttpExecuteResponse response = http.prepareRequest(request(stack, chosen)).call();
      Document answer;
      try (InputStream body = response.responseBody().orElseThrow()) {
        answer = parse(body);
      }
      if (!response.httpResponse().isSuccessful()) {
        throw new Failure(
            "stack '%s' %s cannot be read: %s"
                .formatted(stack, where, text(answer.getDocumentElement(), "Message").orElse("")));
      }
      return output(answer)
          .orElseThrow(
              () -> new Failure("stack '" + stack + "' " + where + " has no output " + TABLE));
    } catch (IOException | SAXException e) {
      throw new Failure("CloudFormation does not answer " + where + ": " + e.getMessage(), e);
    }
  }

  private static HttpExecuteRequest request(String stack, Region region) {
    String form =
        "Action=DescribeStacks&Version=2010-05-15&StackName="
            + URLEncoder.encode(stack, StandardCharsets.UTF_8);
    ContentStreamProvider body = ContentStreamProvider.fromUtf8String(form);
    SdkHttpRequest request =
        SdkHttpFullRequest.builder()
            .method(SdkHttpMethod.POST)
            .uri(endpoint(region))
            .putHeader("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
            .putHeader("Content-Length", String.valueOf(form.length()))
            .build();
    try (DefaultCredentialsProvider provider = DefaultCredentialsProvider.builder().build()) {
      AwsCredentials credentials = provider.resolveCredentials();
      SignedRequest signed =
          AwsV4HttpSigner.create()
              .sign(
                  to ->
                      to.identity(credentials)
                          .request(request)
                          .payload(body)
                          .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "cloudformation")
                          .putProperty(AwsV4HttpSigner.REGION_NAME, region.id()));
      return HttpExecuteRequest.builder()
          .request(signed.request())
          .contentStreamProvider(signed.payload().orElse(body))
          .build();
    }
  }

  /** Returns CloudFormation's address, from the settings that all AWS clients read. */
  private static URI endpoint(Region region) {
    return Optional.ofNullable(System.getenv("AWS_ENDPOINT_URL_CLOUDFORMATION"))
        .or(() -> Optional.ofNullable(System.getenv("AWS_ENDPOINT_URL")))
        .or(() -> Optional.ofNullable(System.getProperty("aws.endpointUrl")))
        .map(URI::create)
        .orElseGet(
            () ->
                URI.create(
                    "https://cloudformation.%s.%s"
                        .formatted(region.id(), PartitionMetadata.of(region).dnsSuffix())));
  }

  private static Document parse(InputStream body) throws IOException, SAXException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return factory.newDocumentBuilder().parse(new ByteArrayInputStream(body.readAllBytes()));
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("every JDK has these features", e);
    }
  }

  private static Optional<String> output(Document answer) {
    NodeList outputs = answer.getElementsByTagName("member");
    for (int i = 0; i < outputs.getLength(); i++) {
      Element output = (Element) outputs.item(i);
      if (text(output, "OutputKey").filter(TABLE::equals).isPresent()
          && output.getElementsByTagName("OutputKey").getLength() == 1) {
        return text(output, "OutputValue");
      }
    }
    return Optional.empty();
  }

  private static Optional<String> text(Element element, String name) {
    NodeList found = element.getElementsByTagName(name);
    return found.getLength() == 0
        ? Optional.empty()
        : Optional.of(found.item(0).getTextContent().strip());
  }
}
