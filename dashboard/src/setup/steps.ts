import { setupTexts } from '../texts/setup';

export const stepTitles = setupTexts.stepTitles;

export const lastStep = stepTitles.length;

export interface StepProps {
  readonly step: number;
  onward(): void;
  /** Goes to the previous step. Undefined on steps that cannot go back. */
  back?(): void;
}
