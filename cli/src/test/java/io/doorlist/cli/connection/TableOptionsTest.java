package io.doorlist.cli.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.FakeAws;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which table a command works on, for users with a stack on AWS. */
class TableOptionsTest {
  private FakeAws aws;

  @BeforeEach
  void start() throws IOException {
    aws = new FakeAws();
    aws.answer(
        "GetItem",
        400,
        """
        {"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"no"}
        """);
    aws.answer(
        "Action=DescribeStacks&StackName=none",
        400,
        """
        <ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><Error>
        <Code>ValidationError</Code><Message>Stack with id none does not exist</Message>
        </Error></ErrorResponse>
        """);
  }

  @AfterEach
  void stop() {
    aws.close();
    System.clearProperty("DOORLIST_STACK");
    System.clearProperty("DOORLIST_TABLE");
  }

  @Test
  void stack_leadsToItsTable() {
    assertLookedFor("door", run("--stack", "door", "--region", "eu-west-1"));
    assertLookedFor("door", run("--stack", "door"));
  }

  @Test
  void environment_standsForTheOptions() {
    System.setProperty("DOORLIST_STACK", "door");
    System.setProperty("DOORLIST_TABLE", "mine");
    assertLookedFor("door", run());
    assertLookedFor("door", run("--region", "eu-west-1"));
    assertLookedFor("other", run("--table", "other"));

    System.clearProperty("DOORLIST_STACK");
    assertLookedFor("mine", run());
    assertLookedFor("mine", run("--region", "eu-west-1"));
  }

  @Test
  void unknownStack_isNamed() {
    String said = run("--stack", "none").err();

    assertTrue(said.contains("stack 'none' in this shell's region cannot be read: "), said);
    assertTrue(said.contains("Stack with id none does not exist"), said);
  }

  /** A stand-in for AWS keeps regions apart, and shows in the signature which one was meant. */
  @Test
  void endpoint_takesARegion() {
    assertLookedFor("doorlist", run("--endpoint", aws.url(), "--region", "us-east-1"));
    assertEquals("us-east-1", aws.regions().getLast());

    assertLookedFor("doorlist", run("--endpoint", aws.url()));
    assertEquals("eu-west-1", aws.regions().getLast());
  }

  @Test
  void optionsThatExcludeEachOther_areMisuse() {
    assertEquals(2, run("--stack", "door", "--table", "other").status());
    assertEquals(2, run("--stack", "door", "--endpoint", "http://127.0.0.1:9").status());
  }

  private void assertLookedFor(String table, CommandResult result) {
    assertEquals(1, result.status(), result.err());
    assertTrue(result.err().contains("there is no table '" + table + "'"), result.err());
    assertTrue(
        aws.asked().getLast().contains("\"TableName\":\"" + table + "\""), aws.asked()::toString);
  }

  private static CommandResult run(String... options) {
    return CommandResult.run("token list --account acme", options);
  }
}
