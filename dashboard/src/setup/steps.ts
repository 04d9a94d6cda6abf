/** Titles of the steps, in order. */
export const stepTitles = [
  'Create admin account',
  'Store a memory, then find it',
  'Choose the models',
  'Your use case',
] as const;

export const lastStep = stepTitles.length;

export interface StepProps {
  readonly step: number;
  onward(): void;
  /** Goes to the previous step. Undefined on steps that cannot go back. */
  back?(): void;
}
