// A sound and a vibration for each verdict, distinguishable with closed eyes. Generated here:
// nothing to load.

/** @type {AudioContext | undefined} */
let audio;

/** Pitch in hertz, beginning and length in seconds. */
const TUNES = {
  in: [[660, 0, 0.09], [990, 0.1, 0.16]],
  already: [[330, 0, 0.14], [330, 0.2, 0.14]],
  no: [[170, 0, 0.55]],
  door: [[420, 0, 0.12], [280, 0.14, 0.3]],
  unknown: [[240, 0, 0.1], [240, 0.15, 0.1], [240, 0.3, 0.1]],
  wait: [[300, 0, 0.1]],
  out: [[990, 0, 0.09], [660, 0.1, 0.09], [440, 0.2, 0.18]],
  undone: [[520, 0, 0.08], [390, 0.1, 0.12]],
};

const SHAKES = {
  in: [60],
  already: [120, 80, 120],
  no: [450],
  door: [90, 60, 250],
  unknown: [70, 60, 70, 60, 70],
  wait: [40],
  out: [60, 60, 200],
  undone: [40, 40, 40],
};

/** Browsers allow sound only after somebody has touched the page. */
export function wake() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") {
    audio.resume().catch(() => {});
  }
}

/**
 * @param {keyof typeof TUNES} kind
 * @param {boolean} loud
 */
export function tell(kind, loud) {
  navigator.vibrate?.(SHAKES[kind]);
  if (!loud || audio?.state !== "running") {
    return;
  }
  const now = audio.currentTime;
  for (const [pitch, from, length] of TUNES[kind]) {
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
