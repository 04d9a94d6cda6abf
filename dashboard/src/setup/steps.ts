/** Names of the steps, the first at 1. */
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
  /** Left out where there is nothing to go back to. */
  back?(): void;
}
