import { useState } from 'react';
import { PlainButton } from '../../components/plain-button';
import {
  DeleteEntityDocument,
  PreviewDeletionDocument,
  type DeletionPartsFragment,
  type EntityPartsFragment,
} from '../../api/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { ConfirmMutation } from '../../components/confirm';
import { Link } from '../../shell/routing';
import { entityKinds } from './entity-kinds';
import { entitiesTexts as words } from '../../texts/entities';

interface Props {
  readonly projectId: string | null;
  readonly entity: EntityPartsFragment;
  onErased(deletion: DeletionPartsFragment): void;
}

const shownSample = 5;

/** Deletes an entity with its memories, after a preview. */
export function EraseEntity({ projectId, entity, onErased }: Props) {
  const { type, name } = entity;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <PlainButton look="danger" label={words.delete} onClick={() => setAsking(true)} />
      <ConfirmMutation
        opened={isAsking}
        title={words.deleteName(name)}
        action={words.deleteAction}
        word={name}
        mutation={DeleteEntityDocument}
        input={{ projectId, type, name }}
        onDone={({ deletion }) => onErased(deletion)}
        onClose={() => setAsking(false)}
      >
        <ErasePreview projectId={projectId} entity={entity} />
      </ConfirmMutation>
    </>
  );
}

function ErasePreview({ projectId, entity: { type, name } }: Omit<Props, 'onErased'>) {
  const [result, read] = useFreshQuery(PreviewDeletionDocument, {
    input: { projectId, filter: { [entityKinds[type].field]: { eq: name } } },
  });
  return (
    <>
      <Answer result={result} retry={read}>
        {({ previewDeletion: { memoryCount: count, sample } }) => (
          <>
            <p>{words.erased(count)}</p>
            <ul className="erase-sample">
              {sample.slice(0, shownSample).map(({ id, text }) => (
                <li key={id} className="trunc" dir="auto">
                  {text}
                </li>
              ))}
            </ul>
          </>
        )}
      </Answer>
      <p>
        {words.receipt} <Link to="/deletions">{words.deletions}</Link>.
      </p>
    </>
  );
}
