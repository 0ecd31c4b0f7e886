// A sound and a vibration for each verdict, which staff can tell apart with closed eyes. They are generated here, so
// nothing has to be loaded.

/** @type {AudioContext | undefined} */
let audio;

/**
 * A vibration is a list of milliseconds on and off. A sound is a list of tones. Each has its pitch in hertz, and its
 * beginning and its length in seconds.
 */
const SIGNALS = {
  in: {shake: [60], tune: [[660, 0, 0.09], [990, 0.1, 0.16]]},
  already: {shake: [120, 80, 120], tune: [[330, 0, 0.14], [330, 0.2, 0.14]]},
  no: {shake: [450], tune: [[170, 0, 0.55]]},
  door: {shake: [90, 60, 250], tune: [[420, 0, 0.12], [280, 0.14, 0.3]]},
  unknown: {shake: [70, 60, 70, 60, 70], tune: [[240, 0, 0.1], [240, 0.15, 0.1], [240, 0.3, 0.1]]},
  wait: {shake: [40], tune: [[300, 0, 0.1]]},
  out: {shake: [60, 60, 200], tune: [[990, 0, 0.09], [660, 0.1, 0.09], [440, 0.2, 0.18]]},
  undone: {shake: [40, 40, 40], tune: [[520, 0, 0.08], [390, 0.1, 0.12]]},
};

/** Makes sounds possible. Browsers allow them only after somebody has touched the page. */
export function wake() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") {
    audio.resume().catch(() => {});
  }
}

/** @param {keyof typeof SIGNALS} kind @param {boolean} loud */
export function tell(kind, loud) {
  navigator.vibrate?.(SIGNALS[kind].shake);
  if (!loud || audio?.state !== "running") {
    return;
  }
  const now = audio.currentTime;
  for (const [pitch, from, length] of SIGNALS[kind].tune) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = pitch < 300 ? "square" : "sine";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, now + from);
    volume.gain.exponentialRampToValueAtTime(0.5, now + from + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + from + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(now + from);
    tone.stop(now + from + length + 0.02);
  }
}
