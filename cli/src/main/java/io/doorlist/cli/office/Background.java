package io.doorlist.cli.office;

/** Work in a thread of its own, which goes on without a page. Thread-safe. */
final class Background {
  private Thread last;

  /** Starts work. Whatever was started before is over. */
  synchronized void start(Runnable work) {
    last = Thread.startVirtualThread(work);
  }

  /** Waits until what was started is over. */
  void await() {
    Thread started;
    synchronized (this) {
      started = last;
    }
    try {
      if (started != null) {
        started.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
