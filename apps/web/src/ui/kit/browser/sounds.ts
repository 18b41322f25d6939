/** What a sound says: something was done, or something is wrong. */
export type Sound = 'done' | 'trouble';

/** Tones in hertz, one after the other. */
const TONES: Readonly<Record<Sound, readonly number[]>> = { done: [660, 880], trouble: [330, 247] };
const TONE_SECONDS = 0.09;
const VOLUME = 0.05;

/** Off until somebody switches sounds on in the layout settings, which stand on the root element. */
export const areSoundsOn = (): boolean => document.documentElement.dataset['sounds'] === 'true';

/** Plays tones that are generated here, so that no sound file is fetched. Never the only sign of anything. */
export function playSound(sound: Sound): void {
  if (!areSoundsOn() || typeof AudioContext === 'undefined') return;
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.gain.value = VOLUME;
  volume.connect(audio.destination);
  const tones = TONES[sound].map((frequency, at) => {
    const tone = audio.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(volume);
    tone.start(audio.currentTime + at * TONE_SECONDS);
    tone.stop(audio.currentTime + (at + 1) * TONE_SECONDS);
    return tone;
  });
  tones.at(-1)?.addEventListener('ended', () => void audio.close());
}
