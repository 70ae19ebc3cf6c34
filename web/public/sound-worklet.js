// Runs on the audio thread: takes the microphone in pieces of 20 ms, plays what has come, with a little in store against jitter.
const FRAME = 960;
const STORE_FRAMES = 3;
const MOST_FRAMES = 50;

class Microphone extends AudioWorkletProcessor {
  constructor() {
    super();
    this.frame = new Float32Array(FRAME);
    this.filled = 0;
  }
  process([input]) {
    const samples = input[0];
    if (!samples) return true;
    for (const sample of samples) {
      this.frame[this.filled++] = sample;
      if (this.filled < FRAME) continue;
      this.port.postMessage(this.frame.slice());
      this.filled = 0;
    }
    return true;
  }
}

class Speaker extends AudioWorkletProcessor {
  constructor() {
    super();
    this.queue = [];
    this.at = 0;
    this.waiting = true;
    this.port.addEventListener("message", ({ data }) => {
      if (data === "clear") this.queue = [];
      else this.queue.push(data);
      while (this.queue.length > MOST_FRAMES) this.queue.shift();
    });
    this.port.start();
  }
  process(_inputs, [output]) {
    const samples = output[0];
    if (this.waiting && this.queue.length < STORE_FRAMES) return true;
    this.waiting = false;
    for (let i = 0; i < samples.length; i++) {
      const frame = this.queue[0];
      if (!frame) {
        this.waiting = true;
        break;
      }
      samples[i] = frame[this.at++];
      if (this.at < frame.length) continue;
      this.queue.shift();
      this.at = 0;
    }
    return true;
  }
}

registerProcessor("microphone", Microphone);
registerProcessor("speaker", Speaker);
