package io.doorlist.exactness.storm;

/** A fault planted in a storm, which GOODPUT must notice. */
public enum StormFault {
  /** None. */
  NONE,
  /** Scans of an upload share no row. */
  UPLOADS_ALONE,
  /** Uploads do not let live scans pass. */
  UPLOADS_AS_LIVE,
  /** Phones send again at once what the server was too busy for. */
  NO_BACK_OFF,
  /** A place that is not used at once is voided. */
  NO_PATIENCE
}
