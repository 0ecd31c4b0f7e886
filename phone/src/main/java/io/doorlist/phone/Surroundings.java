package io.doorlist.phone;

/** What the core needs from its platform. */
public interface Surroundings {
  /** Returns a new random UUID as text. */
  String uuid();

  /** Returns a random number from 0 to 1. */
  double random();

  /** Returns a text with letters and their accents joined (NFC). */
  String composed(String text);
}
