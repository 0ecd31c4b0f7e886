package io.doorlist.local.template;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The input with which DynamoDB's API creates a table.
 *
 * <p>Items do not expire here: to find expired items, DynamoDB Local reads the whole table again
 * and again, on the one thread that answers all requests. On AWS, too, expired items may stay for
 * days.
 *
 * @param createTable the input of CreateTable
 */
public record TableDefinition(Map<String, Object> createTable) {

  /** Returns the definition in the properties of an {@code AWS::DynamoDB::Table}. */
  static TableDefinition of(TemplateNode properties, String tableName) {
    LinkedHashMap<String, Object> create = new LinkedHashMap<>();
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
    TemplateNode stream = properties.at("StreamSpecification");
    if (!stream.isAbsent()) {
      create.put(
          "StreamSpecification",
          Map.of("StreamEnabled", true, "StreamViewType", stream.at("StreamViewType").text()));
    }

    return new TableDefinition(create);
  }

  private static Map<String, Object> index(TemplateNode index) {
    LinkedHashMap<String, Object> plain = new LinkedHashMap<>();
    for (String member : List.of("IndexName", "KeySchema", "Projection")) {
      plain.put(member, required(index.at(member)));
    }
    return plain;
  }

  private static Object required(TemplateNode place) {
    if (place.isAbsent()) {
      throw place.wrong("is missing");
    }
    return place.isList() ? new ArrayList<>((List<?>) place.plain()) : place.plain();
  }
}
