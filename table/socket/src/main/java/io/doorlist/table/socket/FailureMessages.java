package io.doorlist.table.socket;

import io.doorlist.table.ConflictException;
import io.doorlist.table.FaultException;
import io.doorlist.table.NoAnswerException;
import io.doorlist.table.RefusedException;
import io.doorlist.table.TableException;
import io.doorlist.table.ThrottledException;
import java.net.ProtocolException;
import java.util.HashSet;

/** Writes failures of a table as messages, and reads them. */
final class FailureMessages {
  private FailureMessages() {}

  static void write(TableException failure, MessageWriter out) {
    switch (failure) {
      case ThrottledException throttled -> out.kind('T');
      case ConflictException conflict -> {
        out.kind('C');
        out.list(conflict.writes(), out::count);
      }
      case FaultException fault -> out.kind('F');
      case NoAnswerException none -> out.kind('N');
      case RefusedException refused -> {
        out.kind('R');
        out.text(refused.code());
      }
    }
    out.text(failure.getMessage());
  }

  static TableException read(MessageReader in) throws ProtocolException {
    char kind = in.kind();
    return switch (kind) {
      case 'T' -> new ThrottledException(in.text(), null);
      case 'C' -> new ConflictException(new HashSet<>(in.list(in::count)), in.text(), null);
      case 'F' -> new FaultException(in.text(), null);
      case 'N' -> new NoAnswerException(in.text(), null);
      case 'R' -> new RefusedException(in.text(), in.text(), null);
      default -> throw new ProtocolException("a message has an unknown kind of failure");
    };
  }
}
