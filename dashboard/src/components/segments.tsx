/** Shows a few choices side by side, one of them selected. */
export function Segments({
  label,
  choices,
  value,
  onChange,
}: {
  label: string;
  choices: readonly { readonly value: string; readonly label: string }[];
  value: string;
  onChange(value: string): void;
}) {
  return (
    <div className="seg" role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
