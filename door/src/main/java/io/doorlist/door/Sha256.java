package io.doorlist.door;

/**
 * Computes SHA-256 (FIPS 180-4) also on the scanner page, whose class library has none. A message
 * may have up to 2^28 bytes.
 */
public final class Sha256 {
  private static final int BLOCK = 64;
  private static final int ROUNDS = 64;
  private static final int LENGTH_BYTES = 8;

  /** Fractions of the cube roots of the first 64 primes. */
  private static final int[] K = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
  };

  private Sha256() {}

  /** Returns the digest as eight words. */
  public static int[] words(byte[] message) {
    int blocks = (message.length + 1 + LENGTH_BYTES + BLOCK - 1) / BLOCK;
    byte[] padded = new byte[blocks * BLOCK];
    System.arraycopy(message, 0, padded, 0, message.length);
    padded[message.length] = (byte) 0x80;
    int bits = message.length * Byte.SIZE;
    for (int i = 0; i < Integer.BYTES; i++) {
      padded[padded.length - 1 - i] = (byte) (bits >>> (i * Byte.SIZE));
    }
    // Fractions of the square roots of the first 8 primes.
    int[] state = {
      0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
    };
    int[] schedule = new int[ROUNDS];
    for (int block = 0; block < blocks; block++) {
      compress(state, schedule, padded, block * BLOCK);
    }
    return state;
  }

  private static void compress(int[] state, int[] w, byte[] message, int from) {
    for (int t = 0; t < 16; t++) {
      int at = from + t * Integer.BYTES;
      w[t] =
          (message[at] & 0xff) << 24
              | (message[at + 1] & 0xff) << 16
              | (message[at + 2] & 0xff) << 8
              | (message[at + 3] & 0xff);
    }
    for (int t = 16; t < ROUNDS; t++) {
      int s0 = right(w[t - 15], 7) ^ right(w[t - 15], 18) ^ (w[t - 15] >>> 3);
      int s1 = right(w[t - 2], 17) ^ right(w[t - 2], 19) ^ (w[t - 2] >>> 10);
      w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    int a = state[0];
    int b = state[1];
    int c = state[2];
    int d = state[3];
    int e = state[4];
    int f = state[5];
    int g = state[6];
    int h = state[7];
    for (int t = 0; t < ROUNDS; t++) {
      int t1 = h + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + ((e & f) ^ (~e & g)) + K[t] + w[t];
      int t2 = (right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + t1;
      d = c;
      c = b;
      b = a;
      a = t1 + t2;
    }
    int[] worked = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < state.length; i++) {
      state[i] += worked[i];
    }
  }

  private static int right(int word, int bits) {
    return word >>> bits | word << (Integer.SIZE - bits);
  }
}
