import { useState } from 'react';
import { PlainButton } from '../../components/plain-button';
import {
  EraseSubjectDocument,
  ExportSubjectDocument,
  type EntityPartsFragment,
  type EraseSubjectMutation,
} from '../../api/graphql';
import { saveJson } from '../../api/download';
import { ConfirmMutation } from '../../components/confirm';
import { Facts } from '../../components/facts';
import { toCount } from '../../components/format';
import { Moment } from '../../components/moment';
import { useAct } from '../../components/use-act';
import { useProjectPermission } from '../../shell/permissions';
import { Link, useNavigate } from '../../shell/routing';
import { entitiesTexts as words } from '../../texts/entities';

/** Proof of an erasure: the erased rows of each store. */
export type ErasureProof = Extract<EraseSubjectMutation['eraseSubject'], { erasureReceipt: unknown }>['erasureReceipt'];

interface Props {
  readonly projectId: string | null;
  readonly entity: EntityPartsFragment;
  onErased(proof: ErasureProof): void;
}

/** Exports everything that the server stores about an entity, or erases it from every store. */
export function SubjectData({ projectId, entity, onErased }: Props) {
  const { type, name } = entity;
  const act = useAct();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const canExport = useProjectPermission(projectId, 'EXPORT_WRITE');
  const canErase = useProjectPermission(projectId, 'MEMORY_DELETE');
  const input = { projectId, type, name };
  const exportData = async () => {
    if (await act(ExportSubjectDocument, input, words.exportStarted)) void navigate('/exports');
  };
  return (
    <>
      {canExport && <PlainButton label={words.exportData} onClick={() => void exportData()} />}
      {canErase && <PlainButton look="danger" label={words.eraseData} onClick={() => setAsking(true)} />}
      <ConfirmMutation
        opened={isAsking}
        title={words.eraseTitle(name)}
        action={words.eraseData}
        word={name}
        mutation={EraseSubjectDocument}
        input={input}
        onDone={({ erasureReceipt }) => onErased(erasureReceipt)}
        onClose={() => setAsking(false)}
      >
        {words.eraseWarning}
      </ConfirmMutation>
    </>
  );
}

/** Shows the proof of an erasure, to download or print. The server does not store the proof with the name of the entity. */
export function ErasureReceipt({ name, proof }: { name: string; proof: ErasureProof }) {
  const stores = proof.stores.filter(({ rowCount }) => rowCount > 0);
  return (
    <section className="card body receipt" aria-label={words.erasureOf(name)}>
      <h1 dir="auto">{words.erasureOf(name)}</h1>
      <Facts
        rows={[
          [words.erasedAt, <Moment key="at" at={proof.erasedAt} hasSeconds />],
          ...stores.map(({ store, rowCount }) => [words.stores[store], toCount(rowCount)] as const),
        ]}
      />
      {stores.length === 0 && <p className="t2">{words.nothingStored}</p>}
      <p className="row no-print">
        <PlainButton label={words.downloadJson} onClick={() => saveJson(proof, `erasure-${proof.erasedAt}.json`)} />
        <PlainButton label={words.print} onClick={() => window.print()} />
        <Link to="/entities">{words.back}</Link>
      </p>
    </section>
  );
}
