import { useDocumentTitle } from '@mantine/hooks';
import { useState } from 'react';
import { EntityDocument, type DeletionPartsFragment, type EntityQuery, type EntityType } from '../../api/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { CopyableId } from '../../components/copy';
import { DeletionProgress } from '../../components/deletion-progress';
import { Facts, Json } from '../../components/facts';
import { toCount } from '../../components/format';
import { Moment } from '../../components/moment';
import { useProjectPermission } from '../../shell/permissions';
import { Link } from '../../shell/routing';
import { Receipt } from '../deletions/receipt';
import { EntityMemories } from './entity-memories';
import { EraseEntity } from './erase-entity';
import { entityKinds, toEntityUrl } from './entity-kinds';
import { ErasureReceipt, SubjectData, type ErasureProof } from './subject-data';
import { UserProfile } from './user-profile';
import { entitiesTexts as words } from '../../texts/entities';

type Entity = NonNullable<EntityQuery['entity']>;

/** Shows one entity: its memories over time, profile, categories and related entities. OWNERs can erase it. */
export function EntityPage({ projectId, type, name }: { projectId: string | null; type: EntityType; name: string }) {
  const [deletion, setDeletion] = useState<DeletionPartsFragment | null>(null);
  const [proof, setProof] = useState<ErasureProof | null>(null);
  const [result, read] = useFreshQuery(
    EntityDocument,
    { projectId, type, name },
    { pause: deletion !== null || proof !== null },
  );
  const canDelete = useProjectPermission(projectId, 'MEMORY_DELETE');
  useDocumentTitle(`${name} · memory-gateway`);
  if (deletion) return <Erased name={name} deletion={deletion} />;
  if (proof) return <ErasureReceipt name={name} proof={proof} />;
  return (
    <Answer result={result} isPage retry={read}>
      {({ entity }) => (
        <>
          <div className="head">
            <div className="grow">
              <p className="t3">{entityKinds[type].label}</p>
              <h1 className="big clamp" dir="auto">
                {name}
              </h1>
            </div>
            <span className="row wrap acts">
              <Link className="btn" to={`/memories?${new URLSearchParams({ [entityKinds[type].field]: name })}`}>
                {words.view(entity.memoryCount)}
              </Link>
              <SubjectData projectId={projectId} entity={entity} onErased={setProof} />
              {canDelete && <EraseEntity projectId={projectId} entity={entity} onErased={setDeletion} />}
            </span>
          </div>
          <div className="grid det">
            <EntityMemories projectId={projectId} type={type} name={name} />
            <div className="grid col">
              <section className="card body" aria-label={words.details}>
                <Facts
                  rows={[
                    [words.memories, toCount(entity.memoryCount)],
                    [words.created, <Moment key="created" at={entity.createdAt} />],
                    [words.lastActive, <Moment key="updated" at={entity.updatedAt} />],
                    [words.id, <CopyableId key="id" id={entity.id} what={words.entityId} />],
                  ]}
                />
                {entity.metadata != null && (
                  <>
                    <h3 style={{ margin: '14px 0 6px' }}>{words.metadata}</h3>
                    <Json value={entity.metadata} label={words.metadata} />
                  </>
                )}
              </section>
              {type === 'USER' && <UserProfile projectId={projectId} userId={name} />}
              <Categories entity={entity} />
              <Related entity={entity} />
            </div>
          </div>
        </>
      )}
    </Answer>
  );
}

function Erased({ name, deletion }: { name: string; deletion: DeletionPartsFragment }) {
  const [hasEnded, setEnded] = useState(false);
  return (
    <section className="card body" aria-label={words.deletionOf(name)}>
      <h1 dir="auto">{words.deletionOf(name)}</h1>
      <DeletionProgress deletion={deletion} onEnd={() => setEnded(true)} />
      <Receipt key={String(hasEnded)} id={deletion.id} />
      <p style={{ marginTop: 12 }}>
        <Link to="/entities">{words.back}</Link>
      </p>
    </section>
  );
}

function Categories({ entity: { type, name, categories, memoryCount } }: { entity: Entity }) {
  if (categories.length === 0) return null;
  return (
    <section className="card" aria-label={words.categories}>
      <header>
        <h2>{words.categories}</h2>
      </header>
      <ul className="body shares">
        {categories.map((category) => (
          <li key={category.name}>
            <Link
              className="trunc"
              to={`/memories?${new URLSearchParams({ [entityKinds[type].field]: name, category: category.name })}`}
            >
              <bdi>{category.name}</bdi>
            </Link>
            <span className="bar" aria-hidden>
              <i style={{ width: `${(100 * category.memoryCount) / Math.max(1, memoryCount)}%` }} />
            </span>
            <b className="mono">{toCount(category.memoryCount)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Related({ entity: { relatedEntities } }: { entity: Entity }) {
  if (relatedEntities.length === 0) return null;
  return (
    <section className="card" aria-label={words.related}>
      <header>
        <h2>{words.related}</h2>
      </header>
      <ul className="body shares">
        {relatedEntities.map((related) => (
          <li key={related.type + related.name}>
            <Link className="trunc" to={toEntityUrl(related)}>
              <span className="t3">{entityKinds[related.type].label.toLowerCase()}</span> <bdi>{related.name}</bdi>
            </Link>
            <span className="meta t2">{words.shared(related.sharedMemoryCount)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
