package io.doorlist.cli;

/** A template as small as {@code up} takes it: a table, and an API without functions. */
public final class SmallTemplate {
  public static final String TEXT =
      """
      AWSTemplateFormatVersion: "2010-09-09"
      Transform: AWS::Serverless-2016-10-31
      Parameters:
        ApiUrl: {Type: String, Default: ""}
        AllowedOrigins: {Type: String, Default: ""}
      Resources:
        Table:
          Type: AWS::DynamoDB::Table
          Properties:
            BillingMode: PAY_PER_REQUEST
            AttributeDefinitions:
              - {AttributeName: pk, AttributeType: S}
              - {AttributeName: sk, AttributeType: S}
            KeySchema:
              - {AttributeName: pk, KeyType: HASH}
              - {AttributeName: sk, KeyType: RANGE}
        Api:
          Type: AWS::Serverless::Api
          Properties: {StageName: v1}
      """;

  private SmallTemplate() {}
}
