package io.doorlist.phone.browser;

import io.doorlist.phone.QueuedScan;
import java.util.ArrayList;
import java.util.List;
import org.teavm.jso.JSBody;
import org.teavm.jso.JSObject;
import org.teavm.jso.JSProperty;

/** A queued scan as the browser's database keeps it. */
abstract class Row implements JSObject {
  @JSProperty
  abstract String getKey();

  @JSProperty
  abstract String getList();

  @JSProperty
  abstract String getCode();

  @JSProperty
  abstract String getCounts();

  @JSProperty
  abstract double getAt();

  @JSProperty("scanned")
  abstract boolean isScanned();

  @JSProperty("online")
  abstract boolean isOnline();

  @JSProperty
  abstract String getStage();

  @JSProperty
  abstract double[] getCheckins();

  @JSProperty
  abstract int getAttempts();

  @JSProperty
  abstract double getNotBefore();

  @JSProperty
  abstract String getKind();

  static QueuedScan read(Row row) {
    return new QueuedScan(
        row.getKey(),
        row.getList(),
        row.getCode(),
        row.getCounts(),
        (long) row.getAt(),
        row.isScanned(),
        row.isOnline(),
        QueuedScan.Stage.valueOf(row.getStage()),
        ids(row.getCheckins()),
        row.getAttempts(),
        (long) row.getNotBefore(),
        QueuedScan.Kind.valueOf(row.getKind()));
  }

  static List<QueuedScan> read(Row[] rows) {
    List<QueuedScan> all = new ArrayList<>(rows.length);
    for (Row row : rows) {
      all.add(read(row));
    }
    return all;
  }

  static List<Long> ids(double[] numbers) {
    List<Long> all = new ArrayList<>();
    for (double each : numbers) {
      all.add((long) each);
    }
    return all;
  }

  static Row of(QueuedScan scan) {
    return of(
        scan.key(),
        scan.list(),
        scan.code(),
        scan.counts(),
        scan.at(),
        scan.scanned(),
        scan.online(),
        scan.stage().name(),
        scan.checkins().stream().mapToDouble(Long::doubleValue).toArray(),
        scan.attempts(),
        scan.notBefore(),
        scan.kind().name());
  }

  @JSBody(
      params = {
        "key",
        "list",
        "code",
        "counts",
        "at",
        "scanned",
        "online",
        "stage",
        "checkins",
        "attempts",
        "notBefore",
        "kind"
      },
      script =
          "return {key: key, list: list, code: code, counts: counts, at: at, scanned: scanned,"
              + " online: online, stage: stage, checkins: Array.from(checkins),"
              + " attempts: attempts, notBefore: notBefore, kind: kind};")
  private static native Row of(
      String key,
      String list,
      String code,
      String counts,
      double at,
      boolean scanned,
      boolean online,
      String stage,
      double[] checkins,
      int attempts,
      double notBefore,
      String kind);
}
