/** Shows the product's logo. */
export function Logo() {
  return (
    <span className="logo">
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        <path d="M1 3h12M1 11h8" stroke="var(--on-ink)" strokeWidth="1.6" />
        <rect x="0" y="5.2" width="14" height="3.6" rx="1" fill="light-dark(#ffd84a, #d49b00)" />
      </svg>
    </span>
  );
}
