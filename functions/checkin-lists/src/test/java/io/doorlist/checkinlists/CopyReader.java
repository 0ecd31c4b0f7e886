package io.doorlist.checkinlists;

import io.doorlist.door.CodeDigest;
import io.doorlist.door.CopyDoor;
import io.doorlist.door.DoorArea;
import io.doorlist.door.DoorCopy;
import io.doorlist.door.DoorDelta;
import io.doorlist.door.DoorPieces;
import io.doorlist.door.Emptying;
import io.doorlist.door.ListFacts;
import io.doorlist.door.Reentry;
import io.doorlist.door.Window;
import io.doorlist.door.rules.ListRule;
import io.doorlist.json.Json;
import io.doorlist.testing.Gateway.Answer;
import java.io.IOException;
import java.time.Instant;
import java.util.Base64;

/** Reads answers of {@code getDoorCopy} as a phone does. */
final class CopyReader {
  private CopyReader() {}

  /** Returns what decides at a gate, or at none. */
  static CopyDoor door(Answer answer, Long gate) throws IOException {
    Object rules = answer.at("list", "rules");
    return new CopyDoor(
        new ListFacts(
            false,
            new Window(
                seconds(answer, "opens_at", Window.OPEN_START),
                seconds(answer, "closes_at", Window.OPEN_END)),
            rules == null ? null : ListRule.read(Json.writeValue(rules), gate)),
        new DoorArea("", Reentry.of(answer.at("list", "reentry").toString()), Emptying.NEVER),
        new CodeDigest(bytes(answer, "salt")),
        copy(answer));
  }

  static DoorCopy copy(Answer answer) throws IOException {
    DoorCopy copy = new DoorCopy();
    copy.apply(delta(answer));
    return copy;
  }

  static DoorDelta delta(Answer answer) throws IOException {
    return DoorPieces.readAll(bytes(answer, "columns"));
  }

  private static byte[] bytes(Answer answer, String member) throws IOException {
    return Base64.getDecoder().decode(answer.at(member).toString());
  }

  private static long seconds(Answer answer, String member, long otherwise) throws IOException {
    Object time = answer.at("list", member);
    return time == null ? otherwise : Instant.parse(time.toString()).getEpochSecond();
  }
}
