/** Four times the text: 4 for a linear cost, 16 for a quadratic one. */
const growthMax = 9;
/** Milliseconds below which growth is not measurable. An expression of quadratic cost needs a hundred for 10,000 characters. */
const floor = 5;

interface Reading {
  /** Makes a text of about this many characters. */
  readonly make: (length: number) => string;
  readonly read: (text: string) => unknown;
}

/** Tells whether a text of `length` takes more processor time than its length explains, compared with a quarter of it. */
export function growsTooFast({ make, read }: Reading, length: number): boolean {
  // Other processes may take most of the cores, so the processor time counts.
  const time = (text: string) => {
    const start = process.cpuUsage();
    read(text);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
  const isSlow = () => {
    const ofLong = time(make(length));
    return ofLong > floor && ofLong > growthMax * time(make(length / 4));
  };
  // A collection of garbage does not come three times.
  return isSlow() && isSlow() && isSlow();
}
