// A door that uses the client from openapi-generator. Arguments: address, token, account, event.

import java.time.OffsetDateTime
import java.time.ZoneOffset.UTC
import org.openapitools.client.apis.DeskApi
import org.openapitools.client.apis.ListsApi
import org.openapitools.client.apis.ScanApi
import org.openapitools.client.apis.WebhooksApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.Problem
import org.openapitools.client.models.Scan
import org.openapitools.client.models.ScanBatch

/** Returns why a call was refused. */
fun problem(call: () -> Any): Problem {
  try {
    error("not refused: ${call()}")
  } catch (refused: ClientException) {
    val body = (refused.response as ClientError<*>).body as String
    return Serializer.moshi.adapter(Problem::class.java).fromJson(body)!!
  }
}

fun main(arguments: Array<String>) {
  val (url, token, account, event) = arguments
  ApiClient.accessToken = token
  val scan = ScanApi(url)
  val lists = ListsApi(url)

  val access = scan.getAccess()
  check(access.accountSlug == account && access.expiresAt == null) { access }
  val doors = lists.listCheckinLists(account, event).checkinLists
  val copies = doors.map { scan.getDoorCopy(account, event, it.id) }
  check(copies.all { it.have == null && it.columns.isNotEmpty() })
  check(copies.any { it.list.opensAt == null && it.list.closesAt == null && it.list.area == null && it.list.rules == null })

  val list = copies.first { it.list.reentry == "never" }.list.id
  val codes = lists.listTicketsOfList(account, event, list, items = 250).tickets.map { it.qrCodeIdentifier }
  val (first, second) = codes.filter { scan.getAdmission(account, event, list, it).verdict == "admissible" }
  val checkin = scan.checkInTicket(account, event, list, first, idempotencyKey = "kotlin-1")
  check(checkin.scannedAt == null && checkin.passage == null) { checkin }
  val again = scan.checkInTicket(account, event, list, first, idempotencyKey = "kotlin-1")
  check(again == checkin) { again }
  val refused = problem { scan.checkInTicket(account, event, list, first) }
  check(refused.code == "already_checked_in" && refused.checkin?.id == checkin.id && refused.sameToken == true) { refused }

  val at = OffsetDateTime.now(UTC).minusMinutes(2)
  fun offline(code: String, key: String) =
    Scan(ticketQrToken = code, idempotencyKey = key, scannedAt = at, online = false)
  val batch = ScanBatch(listOf(offline(second, "kotlin-2"), offline(first, "kotlin-3"), offline("nobody's", "kotlin-4")))
  val results = scan.createCheckins(account, event, list, batch, xDeviceTime = OffsetDateTime.now(UTC).toString()).results
  check(results.map { it.status } == listOf(201, 409, 404)) { results }
  check(results[0].checkin?.online == false && results[1].problem?.recorded == true) { results }

  val desk = DeskApi(url)
  val log = desk.listHappenings(account, event, list, after = checkin.id).log
  check(log.map { it.type }.containsAll(listOf("check_in", "entry", "wrong"))) { log }
  check(log.all { it.undoes == null } && log.any { it.ticket == null }) { log }
  scan.deleteCheckin(account, event, list, results[0].checkin!!.id)
  val undo = desk.listHappenings(account, event, list, after = log.last().id).log.single()
  check(undo.undoes?.id == results[0].checkin?.id && undo.online == null) { undo }
  val ticket = log.first { it.type == "entry" }.ticket!!.reference
  check(desk.getTicketHistory(account, event, ticket).history.any { it.type == "refusal" && it.id == null })
  check(WebhooksApi(url).listWebhookEvents(account).webhookEvents.isNotEmpty())
  println("kotlin: every operation did what its client says")
}
