import { Moment } from '../../components/moment';
import { Link } from '../../shell/routing';
import { memoryTexts } from '../../texts/memory';
import type { ShownMemory } from './shown-memory';

const words = memoryTexts.usage;

/** Shows how often searches found the memory, the last queries that did, and the effect of decay. */
export function MemoryUsage({ memory: { searchHits, decayFactor } }: { memory: ShownMemory }) {
  const { searchCount: count, lastFoundAt, queries } = searchHits;
  return (
    <section className="card" aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
      </header>
      <div className="body">
        <p>
          {words.found(count)}
          {lastFoundAt && (
            <>
              , {words.last} <Moment at={lastFoundAt} />
            </>
          )}
        </p>
        {queries.length > 0 && (
          <ul className="neighbors" aria-label={words.queries}>
            {queries.map((one) => (
              <li key={one.query}>
                <Link className="plain-link" to={`/memories?${new URLSearchParams({ q: one.query })}`} dir="auto">
                  {one.query}
                </Link>
                <span className="mono t2" title={one.lastFoundAt}>
                  {one.searchCount}×
                </span>
              </li>
            ))}
          </ul>
        )}
        <p className="meta t2">{decayFactor === null ? words.noDecay : words.decay(decayFactor)}</p>
      </div>
    </section>
  );
}
