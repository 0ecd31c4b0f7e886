package io.doorlist.phone.jvm;

import io.doorlist.phone.PhoneState;

/** Hears of changes; it is called by a thread of the library, one call at a time. */
public interface PhoneListener {
  /** The connection, the queue or what staff must see has changed. */
  void changed(PhoneState state);
}
