package io.doorlist.local;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table as DynamoDB's API takes it.
 *
 * @param createTable the input of CreateTable
 * @param updateTimeToLive the input of UpdateTimeToLive, empty if items do not expire
 */
record TableDefinition(Map<String, Object> createTable, Map<String, Object> updateTimeToLive) {

  /** Returns the definition in the properties of an {@code AWS::DynamoDB::Table}. */
  static TableDefinition of(Place properties, String tableName) {
    var create = new LinkedHashMap<String, Object>();
    create.put("TableName", tableName);
    create.put("AttributeDefinitions", required(properties.at("AttributeDefinitions")));
    create.put("KeySchema", required(properties.at("KeySchema")));
    // Capacity means nothing here, and an index needs its own unless the table is on demand.
    create.put("BillingMode", "PAY_PER_REQUEST");
    for (String kind : List.of("GlobalSecondaryIndexes", "LocalSecondaryIndexes")) {
      if (!properties.at(kind).isAbsent()) {
        create.put(
            kind, properties.at(kind).elements().stream().map(TableDefinition::index).toList());
      }
    }
    Place stream = properties.at("StreamSpecification");
    if (!stream.isAbsent()) {
      create.put(
          "StreamSpecification",
          Map.of("StreamEnabled", true, "StreamViewType", stream.at("StreamViewType").text()));
    }

    var timeToLive = new LinkedHashMap<String, Object>();
    Place expiry = properties.at("TimeToLiveSpecification");
    if (!expiry.isAbsent() && expiry.at("Enabled").flag()) {
      timeToLive.put("TableName", tableName);
      timeToLive.put(
          "TimeToLiveSpecification",
          Map.of("Enabled", true, "AttributeName", expiry.at("AttributeName").text()));
    }
    return new TableDefinition(create, timeToLive);
  }

  private static Map<String, Object> index(Place index) {
    var plain = new LinkedHashMap<String, Object>();
    for (String member : List.of("IndexName", "KeySchema", "Projection")) {
      plain.put(member, required(index.at(member)));
    }
    return plain;
  }

  private static Object required(Place place) {
    if (place.isAbsent()) {
      throw place.wrong("is missing");
    }
    return place.isList() ? new ArrayList<>((List<?>) place.plain()) : place.plain();
  }
}
