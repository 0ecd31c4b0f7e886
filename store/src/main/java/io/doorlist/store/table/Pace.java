package io.doorlist.store.table;

/** How fast requests may follow each other. Thread-safe. */
public interface Pace {
  /** No limit: for requests that somebody waits for. */
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

  /** Notes that the table served a request. */
  void passed();

  /** Notes that the table throttled a request. */
  void throttled();
}
