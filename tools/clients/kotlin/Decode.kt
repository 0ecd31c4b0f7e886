// Decodes recorded answers with the client that openapi-generator makes. Arguments: files.

import java.io.File
import org.openapitools.client.infrastructure.Serializer

data class Recorded(val operation: String, val status: Int, val schema: String, val body: String)

fun main(files: Array<String>) {
  val recorded = Serializer.moshi.adapter(Recorded::class.java)
  val decoded = files.flatMap { File(it).readLines() }.map { recorded.fromJson(it)!! }.onEach {
    val model = Class.forName("org.openapitools.client.models.${it.schema}")
    check(Serializer.moshi.adapter<Any>(model).fromJson(it.body) != null) { it }
  }
  check(decoded.isNotEmpty())
  println("kotlin: ${decoded.size} answers decoded")
}
