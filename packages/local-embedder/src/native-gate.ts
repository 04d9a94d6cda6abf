// Prevents terminating a thread inside native code: ONNX Runtime aborts the whole process if its thread is terminated,
// or
// if the process exits, during a run. The worker runs native code inside the gate, and its owner shuts the gate first.
export interface NativeGate {
  readonly memory: SharedArrayBuffer;
  /** Lets no further native work start. Running work continues. */
  shut(): void;
  /** Shuts the gate and blocks until running work has ended. For the exit of the process. */
  shutAndWait(): void;
}

const INSIDE = 0;
const SHUT = 1;
/** Loading the model takes longest, about a second. */
const MAX_WAIT_MS = 5_000;

/** Creates the owner's side of a gate. */
export function createNativeGate(): NativeGate {
  const memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
  const cells = new Int32Array(memory);
  const shut = () => void Atomics.store(cells, SHUT, 1);
  return {
    memory,
    shut,
    shutAndWait() {
      shut();
      Atomics.wait(cells, INSIDE, 1, MAX_WAIT_MS);
    },
  };
}

/** Opens the worker's side, which runs work inside the gate or throws if the gate is shut. Not reentrant. */
export function enterNativeGate(memory: SharedArrayBuffer): <T>(work: () => Promise<T>) => Promise<T> {
  const cells = new Int32Array(memory);
  return async (work) => {
    // Enter before checking: the owner shuts before it checks, so at least one side sees the other.
    Atomics.store(cells, INSIDE, 1);
    try {
      if (Atomics.load(cells, SHUT) === 1) throw new Error('The embedding worker is being closed.');
      return await work();
    } finally {
      Atomics.store(cells, INSIDE, 0);
      Atomics.notify(cells, INSIDE);
    }
  };
}
