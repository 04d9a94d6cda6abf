import { commonTexts } from '../texts/common';

export type Outcome = keyof typeof commonTexts.outcome;

const shapes: Readonly<Record<Outcome, React.ReactNode>> = {
  OK: <circle cx="5" cy="5" r="3.5" fill="currentColor" />,
  PARTIAL: (
    <>
      <circle cx="5" cy="5" r="3.8" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M5 1.2a3.8 3.8 0 0 1 0 7.6z" fill="currentColor" />
    </>
  ),
  REFUSED: (
    <>
      <circle cx="5" cy="5" r="3.8" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M2.5 7.5l5-5" stroke="currentColor" strokeWidth="1.6" />
    </>
  ),
  FAILED: <path d="M1.5 1.5l7 7M8.5 1.5l-7 7" stroke="currentColor" strokeWidth="2" />,
};

/** Shows an outcome by icon, word and color. OK is unobtrusive, the others are filled. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const style = outcome === 'OK' ? 'ok plain' : outcome.toLowerCase();
  return (
    <span className={`badge ${style}`}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        {shapes[outcome]}
      </svg>
      {commonTexts.outcome[outcome]}
    </span>
  );
}
