import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { ApiKeysDocument, type ApiKeyPartsFragment } from '../../../../client/generated/graphql';
import { withoutReplaced } from '../../components/replaced-keys';
import { showFailure } from '../../components/toast';
import { apiKeysTexts as words } from '../../texts/api-keys';
import { RotateApiKey } from './rotate-api-key';

interface Props {
  readonly id: string;
  onRotated(): void;
  onClose(): void;
}

/** Opens the rotation of the key with this ID, as links of Home do. Another key can be chosen. */
export function RotateLinkedKey({ id, onRotated, onClose }: Props) {
  const [{ data }] = useQuery({ query: ApiKeysDocument, variables: { first: 100 } });
  // The list loses a rotated key while the dialog shows the new secret.
  const [opened, setOpened] = useState<readonly [ApiKeyPartsFragment, ...ApiKeyPartsFragment[]] | null>(null);
  const keys = withoutReplaced(data?.apiKeys.edges.map(({ node }) => node) ?? []);
  const linked = keys.find((key) => key.id === id);
  if (!opened && linked) setOpened([linked, ...keys.filter((key) => key !== linked)]);
  const isMissing = data !== undefined && !linked && !opened;
  useEffect(() => {
    if (!isMissing) return;
    showFailure(words.keyNotFound);
    onClose();
  }, [isMissing, onClose]);
  return opened && <RotateApiKey apiKeys={opened} onRotated={onRotated} onClose={onClose} />;
}
