import { useState } from 'react';
import { Link } from '../../shell/routing';
import { useOwnStorage } from '../../session/own-storage';
import { homeTexts as words } from '../../texts/home';
import { isQuery, readHistory } from '../explorer/operation-history';

const mostShown = 5;

/** Lists the queries that the viewer ran last in the Explorer. A choice opens the Explorer and runs the query again. */
export function RecentQueries() {
  const storage = useOwnStorage();
  const [queries] = useState(() => readHistory(storage).filter(isQuery).slice(0, mostShown));
  if (queries.length === 0) return null;
  return (
    <section className="card" aria-label={words.recentQueries}>
      <header style={{ paddingBottom: 12 }}>
        <h2>{words.recentQueries}</h2>
      </header>
      <ul className="att">
        {queries.map((operation) => (
          <li key={operation.query + operation.variables} style={{ gridTemplateColumns: 'minmax(0, 1fr) auto' }}>
            <div style={{ minWidth: 0 }}>
              <bdi>{operation.name}</bdi>
              <p className="meta t3 mono trunc" dir="auto">
                {operation.query.replaceAll(/\s+/g, ' ')}
              </p>
            </div>
            <Link to="/explorer" state={{ operation }} aria-label={words.runQueryNamed(operation.name)}>
              {words.runQuery}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
