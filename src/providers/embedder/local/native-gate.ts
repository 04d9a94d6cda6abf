/**
 * Keeps a thread from being ended inside native code.
 *
 * ONNX Runtime aborts the whole process when its thread is terminated, or the process exits, in the middle of a run. The
 * worker therefore does its native work inside a gate, and the code that ends the worker shuts the gate first.
 */
export interface NativeGate {
  /** To be handed to the worker. */
  readonly memory: SharedArrayBuffer;
  /** Lets no further native work begin; what has begun goes on. */
  shut(): void;
  /** Shuts and blocks until the work that has begun is over; for the moment at which the process exits. */
  shutAndWait(): void;
}

const INSIDE = 0;
const SHUT = 1;
/** Loading the model is the longest work there is, and takes about a second. */
const MAX_WAIT_MS = 5_000;

/** The outer side of a gate. */
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

/** The worker's side: runs work inside the gate, or throws an Error if the gate is shut. Not to be nested. */
export function enterNativeGate(memory: SharedArrayBuffer): <T>(work: () => Promise<T>) => Promise<T> {
  const cells = new Int32Array(memory);
  return async (work) => {
    // Entering before looking: the other side shuts before it looks, so that one of the two always sees the other.
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
