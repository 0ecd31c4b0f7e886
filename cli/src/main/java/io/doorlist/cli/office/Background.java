package io.doorlist.cli.office;

/** Runs work in a thread of its own, so that it goes on if the page is closed. Thread-safe. */
final class Background {
  private Thread last;

  /** Starts work. The caller has checked that no earlier work goes on. */
  synchronized void start(Runnable work) {
    last = Thread.startVirtualThread(work);
  }

  /** Waits until the work that was started last is over. */
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
