package io.doorlist.phone.jvm;

import io.doorlist.phone.PhoneState;

/**
 * Is told when the phone's state has changed. A thread of the library calls it, one call at a time.
 */
public interface PhoneListener {
  /** Takes the new state, after the connection, the queue or the notices for staff have changed. */
  void changed(PhoneState state);
}
