package io.doorlist.local.functions;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Decides by the word in the token; the context has how often it was called. */
public final class WordAuthorizer implements RequestStreamHandler {
  private static final Pattern INPUT =
      Pattern.compile(
          "\\{\"type\":\"TOKEN\",\"authorizationToken\":\"Bearer ([a-z-]+)\",\"methodArn\":\"([^\"]+)\"}");

  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger lateCalls = new AtomicInteger();

  @Override
  public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
    String input = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    Matcher words = INPUT.matcher(input);
    if (!words.matches()) {
      throw new IllegalArgumentException("not an authorizer's input");
    }
    String arn = words.group(2);
    String everything = arn.substring(0, arn.indexOf('/')) + "/*";
    boolean late = words.group(1).equals("late") && lateCalls.incrementAndGet() > 1;
    String output =
        switch (words.group(1)) {
          case "fail" -> throw new IllegalStateException("for a test");
          case "malformed" -> "{\"principalId\":";
          case "nobody" -> "{\"policyDocument\":{\"Statement\":[]}}";
          case "condition" ->
              answer("{\"Effect\":\"Allow\",\"Condition\":{}," + on(everything) + "}", "{}");
          case "deny" -> answer(statement("Deny", everything), "{}");
          case "late" -> answer(statement(late ? "Allow" : "Deny", everything), "{}");
          case "only-this" -> answer(statement("Allow", arn), "{}");
          default ->
              answer(
                  statement("Allow", everything),
                  "{\"calls\":%s,\"flag\":true}".formatted(calls.incrementAndGet()));
        };
    out.write(output.getBytes(StandardCharsets.UTF_8));
  }

  private static String statement(String effect, String resource) {
    return "{\"Effect\":\"" + effect + "\"," + on(resource) + "}";
  }

  private static String on(String resource) {
    return "\"Action\":\"execute-api:Invoke\",\"Resource\":\"" + resource + "\"";
  }

  private static String answer(String statements, String context) {
    return "{\"principalId\":\"me\",\"policyDocument\":{\"Version\":\"2012-10-17\",\"Statement\":["
        + statements
        + "]},\"context\":"
        + context
        + "}";
  }
}
