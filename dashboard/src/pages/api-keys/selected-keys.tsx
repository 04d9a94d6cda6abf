import { List } from '@mantine/core';
import { PlainButton } from '../../components/plain-button';
import { useState } from 'react';
import { RevokeApiKeyDocument, type ApiKeyPartsFragment } from '../../../../client/generated/graphql';
import { runEach } from '../../api/run-each';
import { useMutate } from '../../api/run-mutation';
import { Confirm } from '../../components/confirm';
import { SelectedBar } from '../../components/selected-bar';
import { showFailure, showToast } from '../../components/toast';
import { apiKeysTexts as words } from '../../texts/api-keys';

interface Props {
  readonly keys: readonly ApiKeyPartsFragment[];
  onClear(): void;
  /** Called after keys were revoked. */
  onChanged(): void;
}

/** Shows how many keys are selected, and revokes them. */
export function SelectedKeys({ keys, onClear, onChanged }: Props) {
  const mutate = useMutate();
  const [isAsking, setAsking] = useState(false);
  const { length: count } = keys;
  const revoke = async () => {
    const failures = await runEach(keys, ({ id }) => mutate(RevokeApiKeyDocument, { id }));
    const [first] = failures;
    if (failures.length < count) onChanged();
    if (first) {
      // The dialog goes with the rows if the list starts at its first page again.
      showFailure(words.notRevoked(failures.length, first.message));
      return null;
    }
    showToast(words.keysRevoked(count));
    onClear();
    return null;
  };
  return (
    <SelectedBar label={words.selectedKeys} count={count} onClear={onClear}>
      <PlainButton look="sm" label={words.revoke} onClick={() => setAsking(true)} />
      <Confirm
        opened={isAsking}
        title={words.revokeKeys(count)}
        action={words.revoke}
        word={words.revokeWord(count)}
        onConfirm={revoke}
        onClose={() => setAsking(false)}
      >
        {words.revokeWarning}
        <List size="sm" mt="xs">
          {keys.map(({ id, label, prefix }) => (
            <List.Item key={id}>
              <bdi>{words.keyChoice(label, prefix)}</bdi>
            </List.Item>
          ))}
        </List>
      </Confirm>
    </SelectedBar>
  );
}
