import { useState } from 'react';
import { PlainButton } from '../../components/plain-button';
import { SearchMemoriesDocument } from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { Link } from '../../shell/routing';
import { memoryTexts } from '../../texts/memory';
import type { ShownMemory } from './shown-memory';

const mostNeighbors = 5;
// Longer texts do not improve the results, and queries have a maximum length.
const queryLength = 2_000;

/** Shows the most similar memories. The search starts on demand, because it counts as a search of the project. */
export function MemoryNeighbors({ memory }: { memory: ShownMemory }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="card" aria-label={memoryTexts.neighbors}>
      <header>
        <h2>{memoryTexts.neighbors}</h2>
      </header>
      <div className="body">
        {isOpen ? (
          <Neighbors memory={memory} />
        ) : (
          <PlainButton label={memoryTexts.findNeighbors} onClick={() => setOpen(true)} />
        )}
      </div>
    </section>
  );
}

function Neighbors({ memory: { id, text, project } }: { memory: ShownMemory }) {
  const [result, read] = useFreshQuery(SearchMemoriesDocument, {
    query: text.slice(0, queryLength),
    projectId: project.id,
    topK: mostNeighbors + 1,
    recordHits: false,
  });
  return (
    <Answer result={result} retry={read}>
      {({ searchMemories }) => {
        const neighbors = searchMemories.results.filter(({ memory }) => memory.id !== id).slice(0, mostNeighbors);
        if (neighbors.length === 0) return <p className="t2">{memoryTexts.noNeighbors}</p>;
        return (
          <ul className="neighbors">
            {neighbors.map(({ memory, score }) => (
              <li key={memory.id}>
                <Link className="plain-link" to={`/memories/${memory.id}`} dir="auto">
                  {memory.text}
                </Link>
                <span className="mono t2">{score.toFixed(2)}</span>
              </li>
            ))}
          </ul>
        );
      }}
    </Answer>
  );
}
