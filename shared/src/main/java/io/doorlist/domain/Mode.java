package io.doorlist.domain;

/** Which data a token works on; live and test data never mix. */
public enum Mode implements Worded {
  LIVE,
  TEST
}
