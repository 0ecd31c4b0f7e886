package io.doorlist.browser;

/** What makes a code hard to read. */
enum Harm {
  /** Held straight, in good light. */
  NONE,

  /** So far away that each module of the code is three pixels wide. */
  FAR,

  /** Held askew: rotated, and tilted by up to 45 degrees. */
  TILTED,

  /** Printed on paper that was folded twice, so that its quarters are at angles to each other. */
  CREASED,

  /** In the dark: little contrast, light from one side, a noisy picture. */
  DIM,

  /** Moving while the picture was taken. */
  BLURRED,

  /** On a screen or in plastic, with a reflection that hides a part. */
  GLARE
}
