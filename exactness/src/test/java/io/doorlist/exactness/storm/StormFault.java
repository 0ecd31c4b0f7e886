package io.doorlist.exactness.storm;

/** A fault planted in a storm, which GOODPUT must notice. */
enum StormFault {
  /** None. */
  NONE,
  /** Scans of an upload share no row. */
  UPLOADS_ALONE,
  /** Uploads do not let live scans pass. */
  UPLOADS_AS_LIVE
}
