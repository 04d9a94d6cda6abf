import { useState } from 'react';
import { useQuery } from 'urql';
import { SearchMemoriesDocument, type MemoryFilter } from '../../../../client/generated/graphql';
import { Answer } from '../../components/answer';
import { EmptyState } from '../../components/empty-state';
import { texts } from '../../texts';
import { FoundMemory } from './found-memory';
import type { SearchSettings } from './search-settings';

interface Props {
  readonly query: string;
  readonly filter: MemoryFilter | null;
  readonly projectId: string | null;
  readonly settings: SearchSettings;
  open(id: string): void;
}

/** Memories by relevance, each with the reasons of its score. */
export function FoundMemories({ query, filter, projectId, settings, open }: Props) {
  const [expanded, setExpanded] = useState<string | null>(null);
  const [result, read] = useQuery({
    query: SearchMemoriesDocument,
    variables: { query, filter, projectId, ...settings, explain: true },
    requestPolicy: 'network-only',
  });
  return (
    <Answer result={result} retry={() => read({ requestPolicy: 'network-only' })}>
      {({ searchMemories: hits }) =>
        hits.length === 0 ? (
          <EmptyState title={texts.memories.noResults}>
            {texts.memories.lowerThreshold(settings.threshold.toFixed(2))}
          </EmptyState>
        ) : (
          <div className="card" style={{ overflowX: 'auto' }}>
            <table className="tbl found">
              <thead>
                <tr>
                  <th style={{ width: 150 }}>Score</th>
                  <th>Memory</th>
                  <th className="hide-s" style={{ width: 180 }}>
                    Owner
                  </th>
                  <th className="hide-s" style={{ width: 90 }}>
                    Helpful?
                  </th>
                </tr>
              </thead>
              <tbody>
                {hits.map((hit) => (
                  <FoundMemory
                    key={hit.memory.id}
                    hit={hit}
                    query={query}
                    isExpanded={expanded === hit.memory.id}
                    onExpand={() => setExpanded(expanded === hit.memory.id ? null : hit.memory.id)}
                    open={open}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </Answer>
  );
}
