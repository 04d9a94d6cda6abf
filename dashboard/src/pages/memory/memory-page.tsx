import { useState } from 'react';
import { MemoryDocument } from '../../../../client/generated/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { useMemoryChanges } from '../../components/use-memory-changes';
import { useProjectPermission } from '../../shell/permissions';
import { EditMemory } from './edit-memory';
import { MemoryFacts, MemoryFeedback, MemoryOwners } from './memory-facts';
import { MemoryHeading } from './memory-heading';
import { MemoryHistory } from './memory-history';
import { MemoryLinks } from './memory-links';
import { MemoryNeighbors } from './memory-neighbors';
import { MemoryUsage } from './memory-usage';
import { MemorySource } from './memory-source';
import type { ShownMemory } from './shown-memory';

/** Shows one memory: text, source, history, links to other memories, and fields. */
export function MemoryPage({ id }: { id: string }) {
  const [result, again] = useFreshQuery(MemoryDocument, { id });
  return (
    <Answer result={result} isPage retry={again}>
      {({ memory }) => <Content memory={memory} onChanged={again} />}
    </Answer>
  );
}

function Content({ memory, onChanged }: { memory: ShownMemory; onChanged: () => void }) {
  const canWrite = useProjectPermission(memory.project.id, 'MEMORY_WRITE');
  const [isEditing, setEditing] = useState(false);
  useMemoryChanges({ projectId: memory.project.id, filter: { ids: [memory.id] } }, onChanged);
  return (
    <>
      <MemoryHeading memory={memory} canWrite={canWrite} onEdit={() => setEditing(true)} />
      <MemoryLinks memory={memory} canWrite={canWrite} onChanged={onChanged} />
      <div className="grid det">
        <div className="grid col">
          <MemorySource memory={memory} />
          <MemoryHistory memory={memory} canRestore={canWrite && !memory.isImmutable} onRestored={onChanged} />
        </div>
        <div className="grid col">
          <MemoryFacts memory={memory} />
          <MemoryOwners memory={memory} />
          <MemoryFeedback memory={memory} onGiven={onChanged} />
          <MemoryUsage memory={memory} />
          <MemoryNeighbors memory={memory} />
        </div>
      </div>
      <EditMemory memory={memory} opened={isEditing} onSaved={onChanged} onClose={() => setEditing(false)} />
    </>
  );
}
