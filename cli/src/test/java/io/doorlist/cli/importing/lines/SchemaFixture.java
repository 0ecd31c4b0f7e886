package io.doorlist.cli.importing.lines;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;

/** The schema of docs/import.schema.json. */
abstract class SchemaFixture {
  static Schema schema;

  @BeforeAll
  static void readSchema() throws IOException {
    Path file = Path.of(System.getProperty("doorlist.root"), "docs", "import.schema.json");
    schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(Files.readString(file), InputFormat.JSON);
  }
}
