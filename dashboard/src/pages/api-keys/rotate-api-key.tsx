import { useRef, useState } from 'react';
import { object, string } from 'zod/mini';
import { RotateApiKeyDocument, type ApiKeyPartsFragment } from '../../api/graphql';
import { MutationDialog } from '../../components/form-dialog';
import { toUtc } from '../../components/format-date';
import { MadeOnce } from '../../components/made-once';
import { Moment } from '../../components/moment';
import { Select } from '../../components/select';
import { apiKeysTexts as words } from '../../texts/api-keys';

const schema = object({ id: string(), overlap: string() });

const overlaps = [
  { value: '0', label: words.overlapNone },
  { value: '3600', label: words.overlapHour },
  { value: '86400', label: words.overlapDay },
  { value: '604800', label: words.overlapWeek },
];

interface Props {
  /** The key. Several keys can be chosen from, the first one at first. */
  readonly apiKeys: readonly [ApiKeyPartsFragment, ...ApiKeyPartsFragment[]];
  onRotated(): void;
  onClose(): void;
}

/** Replaces a key by a new one, shows the new secret once, and says how long the old key still works. */
export function RotateApiKey({ apiKeys, onRotated, onClose }: Props) {
  const [made, setMade] = useState<{ secret: string; until: string } | null>(null);
  // The dialog closes in the turn in which the secret arrives, before this component renders again.
  const isMade = useRef(false);
  const choices = apiKeys.map(({ id, label, prefix }) => ({ value: id, label: words.keyWithPrefix(label, prefix) }));
  return (
    <>
      <MutationDialog
        opened={made === null}
        title={choices.length > 1 ? words.rotateAKey : words.rotateTitle(apiKeys[0].label)}
        action={words.rotate}
        schema={schema}
        initialValues={{ id: apiKeys[0].id, overlap: '86400' }}
        mutation={RotateApiKeyDocument}
        toInput={({ id, overlap }) => ({ id, overlapSeconds: Number(overlap) })}
        onDone={({ secret, previousApiKey: { revokedAt, expiresAt } }) => {
          isMade.current = true;
          setMade({
            secret,
            until: revokedAt || !expiresAt ? words.oldKeyRevoked : words.oldKeyWorks(toUtc(expiresAt)),
          });
          onRotated();
        }}
        onClose={() => isMade.current || onClose()}
      >
        {(form) => (
          <>
            <p>{words.rotateHint}</p>
            {choices.length > 1 && <Select {...form.getInputProps('id')} label={words.apiKey} choices={choices} />}
            <p className="t3">
              {words.lastUsed}: <Moment at={apiKeys.find(({ id }) => id === form.values.id)?.lastUsedAt} />
            </p>
            <Select {...form.getInputProps('overlap')} label={words.overlap} choices={overlaps} />
          </>
        )}
      </MutationDialog>
      <MadeOnce
        secret={made?.secret ?? null}
        label={words.apiKey}
        title={words.apiKeyRotated}
        lead={<p>{made?.until}</p>}
        onClose={onClose}
      />
    </>
  );
}
