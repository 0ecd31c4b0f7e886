package io.doorlist.phone.jvm;

import io.doorlist.phone.PhoneState;

/** Is told of changes. A thread of the library calls it, one call at a time. */
public interface PhoneListener {
  /** The connection, the queue or the notices for staff have changed. */
  void changed(PhoneState state);
}
