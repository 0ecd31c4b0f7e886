package io.doorlist.store.table;

/** How fast requests may follow each other. Thread-safe. */
public interface Pace {
  /** As fast as they come: for what somebody waits for. */
  Pace FREE =
      new Pace() {
        @Override
        public void turn() {}

        @Override
        public void passed() {}

        @Override
        public void throttled() {}
      };

  /** Waits until the next request may go. */
  void turn();

  /** Hears that the table did what it was asked. */
  void passed();

  /** Hears that the table was asked for more than it takes. */
  void throttled();
}
