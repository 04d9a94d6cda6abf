import { toMilliseconds } from '../../components/format';
import { requestsTexts as words } from '../../texts/requests';
import type { LoggedRequest } from './logged-request';
import { useRequestDetails } from './request-details';

/** Shows how much of a request's time its database statements, its models and the server itself took. */
export function RequestTiming({ request }: { request: LoggedRequest }) {
  const details = useRequestDetails(request);
  if (!details) return null;
  const { databaseMs, modelMs, latencyMs } = details;
  // Parallel statements are added up, so that the parts can be longer than the request.
  const totalMs = Math.max(latencyMs, databaseMs + modelMs) || 1;
  const phases = [
    { label: words.databaseTime, ms: databaseMs, color: 'var(--c1)' },
    { label: words.modelTime, ms: modelMs, color: 'var(--c2)' },
    { label: words.serverTime, ms: Math.max(0, latencyMs - databaseMs - modelMs), color: 'var(--c3)' },
  ];
  return (
    <section aria-label={words.timing}>
      <dl className="timing">
        {phases.map(({ label, ms, color }, index) => {
          const before = phases.slice(0, index).reduce((sum, phase) => sum + phase.ms, 0);
          return (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <span className="bar" aria-hidden>
                  <i
                    style={{
                      marginLeft: `${(100 * before) / totalMs}%`,
                      width: `${(100 * ms) / totalMs}%`,
                      background: color,
                    }}
                  />
                </span>
                <span className="mono t3">{toMilliseconds(ms)}</span>
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
