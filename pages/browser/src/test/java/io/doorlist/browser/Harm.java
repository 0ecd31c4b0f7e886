package io.doorlist.browser;

/** What makes a code hard to read. */
enum Harm {
  /** Held straight, in good light. */
  NONE,
  /** So far away that each module of the code is 7 pixels wide, of 1,280. */
  FAR,
  /** So far away that each module of the code is 3.5 pixels wide. */
  SMALL,
  /** Held straight, at any angle. */
  ROTATED,
  /** Held askew: rotated, and tilted by up to 50 degrees. */
  TILTED,
  /** Printed on paper that was folded twice, so that its quarters are at angles to each other. */
  CREASED,
  /** In the dark: little contrast, light from one side, a noisy picture. */
  DIM,
  /** Moving while the picture was taken. */
  BLURRED,
  /** On a screen or in plastic, with a reflection that hides a part. */
  GLARE,
  /** Light on dark, as wallets show it at night. */
  INVERTED,
  /** On a screen, whose columns of pixels beat with the camera's. */
  ON_SCREEN,
  /** Beside another code. */
  BESIDE
}
