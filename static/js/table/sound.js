/** A few soft sounds made on the spot with Web Audio; silent unless the player turned them on. */

let context = null;

const audio = () => {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
};

function tone({ hertz, at = 0, seconds = 0.14, gain = 0.05, type = "sine" }) {
  const ctx = audio();
  const start = ctx.currentTime + at;
  const oscillator = new OscillatorNode(ctx, { type, frequency: hertz });
  const volume = new GainNode(ctx, { gain: 0 });
  volume.gain.linearRampToValueAtTime(gain, start + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  oscillator.connect(volume).connect(ctx.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds + 0.02);
}

/** A short breath of filtered noise: a card on cloth. */
function rustle({ hertz, seconds = 0.07, gain = 0.11 }) {
  const ctx = audio();
  const buffer = new AudioBuffer({ length: Math.ceil(ctx.sampleRate * seconds), sampleRate: ctx.sampleRate });
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const filter = new BiquadFilterNode(ctx, { type: "bandpass", frequency: hertz, Q: 0.8 });
  const source = new AudioBufferSourceNode(ctx, { buffer });
  source.connect(filter).connect(new GainNode(ctx, { gain })).connect(ctx.destination);
  source.start();
}

function chord(notes, options = {}) {
  for (const [i, hertz] of notes.entries()) tone({ hertz, at: i * 0.09, seconds: 0.3, ...options });
}

const SOUNDS = {
  played: () => rustle({ hertz: 1900 }),
  trick_won: () => rustle({ hertz: 700, seconds: 0.16, gain: 0.08 }),
  called: () => tone({ hertz: 330, seconds: 0.09, gain: 0.03, type: "triangle" }),
  contract: () => chord([392, 523], { gain: 0.035 }),
  announced: () => chord([523, 659], { gain: 0.04 }),
  dealt: () => rustle({ hertz: 1300, seconds: 0.2, gain: 0.07 }),
  round_over: () => chord([392, 494, 587], { gain: 0.035 }),
  match_over: () => chord([392, 494, 587, 784], { gain: 0.045 }),
  turn: () => chord([587, 784], { gain: 0.045 }),
  vote_opened: () => chord([494, 587], { gain: 0.035 }),
  paused: () => chord([440, 330], { gain: 0.035 }),
  resumed: () => chord([330, 440], { gain: 0.035 }),
  urgent: () => chord([880, 880, 880], { gain: 0.04, seconds: 0.1 }),
  refused: () => tone({ hertz: 160, seconds: 0.2, gain: 0.06, type: "triangle" }),
};

/** Play the sound of an event, if there is one and the player wants sounds. */
export function play(kind, { sound }) {
  if (sound) SOUNDS[kind]?.();
}
