package io.doorlist.local.template;

/** Types of resources that the local host knows. */
final class ResourceTypes {
  static final String API = "AWS::Serverless::Api";
  static final String FUNCTION = "AWS::Serverless::Function";
  static final String TABLE = "AWS::DynamoDB::Table";
  static final String QUEUE = "AWS::SQS::Queue";

  private ResourceTypes() {}
}
