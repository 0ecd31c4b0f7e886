package io.doorlist.browser;

/** What makes a code hard to read. */
enum Harm {
  /** Held straight, in good light. */
  NONE,

  /** So far away that a module of the code is three pixels wide. */
  FAR,

  /** Held askew: turned, and leaning up to 45 degrees. */
  TILTED,

  /** Printed on paper that was folded twice, so that its quarters lie askew to each other. */
  CREASED,

  /** In the dark: little contrast, light from one side, a noisy picture. */
  DIM,

  /** Moved while the picture was taken. */
  BLURRED,

  /** On a screen or in plastic, with a reflection that hides a part. */
  GLARE
}
