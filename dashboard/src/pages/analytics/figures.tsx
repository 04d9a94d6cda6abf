export function Figures({ figures }: { figures: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className="card figures">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt className="t3">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
