import { TriangleAlertIcon } from '../../components/icons';
import { PlainButton } from '../../components/plain-button';
import { DecideMemoryLinkDocument, type MemoryLinkStatus } from '../../../../client/generated/graphql';
import { useAct } from '../../components/use-act';
import { Link } from '../../shell/routing';
import { memoryTexts } from '../../texts/memory';
import type { ShownMemory } from './shown-memory';

type MemoryLink = ShownMemory['links'][number];

interface Props {
  readonly memory: ShownMemory;
  readonly canWrite: boolean;
  onChanged(): void;
}

/** Shows memories that replace this one or that it replaces. OWNERs can decide open links. */
export function MemoryLinks({ memory, canWrite, onChanged }: Props) {
  const act = useAct();
  const decide = async (id: string, status: MemoryLinkStatus) => {
    if (await act(DecideMemoryLinkDocument, { id, status }, memoryTexts.decided[status])) onChanged();
  };
  return memory.links.map((link) => {
    const isNewer = link.newerMemoryId === memory.id;
    const other = isNewer ? link.olderMemory : link.newerMemory;
    if (!other) return null;
    const isOpen = link.status === 'SUGGESTED';
    return (
      <div key={link.id} className={`note row wrap ${isOpen ? 'warn' : 'quiet'}`} style={{ marginBottom: 12 }}>
        {isOpen && <TriangleAlertIcon size={16} strokeWidth={1.5} color="var(--warn)" />}
        <span className="grow" style={{ flexBasis: 240 }}>
          <b>{toLabel(link, isNewer)}</b>{' '}
          <Link to={`/memories/${other.id}`}>
            <bdi>“{other.text}”</bdi>
          </Link>{' '}
          <span className="t2">
            {link.createdAt.slice(0, 10)}
            {isOpen && `, ${memoryTexts.conflict} ${link.probability.toFixed(2)}`}
          </span>
        </span>
        {canWrite && isOpen && (
          <>
            <PlainButton
              look="sm"
              label={isNewer ? memoryTexts.confirmNewer : memoryTexts.confirmOlder}
              onClick={() => void decide(link.id, 'CONFIRMED')}
            />
            <PlainButton look="sm" label={memoryTexts.keepBoth} onClick={() => void decide(link.id, 'REJECTED')} />
          </>
        )}
        {canWrite && !isOpen && (
          <PlainButton look="sm" label={memoryTexts.undo} onClick={() => void decide(link.id, 'SUGGESTED')} />
        )}
      </div>
    );
  });
}

function toLabel({ status, relation }: MemoryLink, isNewer: boolean): string {
  const { links } = memoryTexts;
  if (status === 'SUGGESTED') return isNewer ? links.outdates : links.outdatedBy;
  if (relation === 'MERGES') return isNewer ? links.mergedFrom : links.mergedInto;
  return isNewer ? links.replaced : links.replacedBy;
}
