import { PlainButton } from '../../components/plain-button';
import { useState } from 'react';
import { RevokeApiKeyDocument, type ApiKeyPartsFragment } from '../../../../client/generated/graphql';
import { ConfirmEach } from '../../components/confirm-each';
import { SelectedBar } from '../../components/selected-bar';
import { apiKeysTexts as words } from '../../texts/api-keys';

interface Props {
  readonly keys: readonly ApiKeyPartsFragment[];
  onClear(): void;
  /** Called after keys were revoked. */
  onChanged(): void;
}

/** Shows how many keys are selected, and revokes them. */
export function SelectedKeys({ keys, onClear, onChanged }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { length: count } = keys;
  return (
    <SelectedBar label={words.selectedKeys} count={count} onClear={onClear}>
      <PlainButton look="sm" label={words.revoke} onClick={() => setAsking(true)} />
      <ConfirmEach
        opened={isAsking}
        title={words.revokeKeys(count)}
        action={words.revoke}
        word={words.revokeWord(count)}
        warning={words.revokeWarning}
        rows={keys.map(({ id, label, prefix }) => ({ id, label: words.keyChoice(label, prefix) }))}
        mutation={RevokeApiKeyDocument}
        done={words.keysRevoked(count)}
        failed={words.notRevoked}
        onClose={() => setAsking(false)}
        onChanged={onChanged}
        onDone={onClear}
      />
    </SelectedBar>
  );
}
