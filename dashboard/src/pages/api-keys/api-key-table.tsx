import { Group } from '@mantine/core';
import { useState } from 'react';
import { RevokeApiKeyDocument, type ApiKeyPartsFragment } from '../../api/graphql';
import { Badge } from '../../components/badge';
import { ConfirmMutation } from '../../components/confirm';
import { ConfirmEach } from '../../components/confirm-each';
import { PencilIcon, RefreshCwIcon } from '../../components/icons';
import { breakAnywhere, ListTable } from '../../components/list-table';
import { Moment } from '../../components/moment';
import { PlainButton } from '../../components/plain-button';
import { RemoveButton, RowButton, toActionsColumn } from '../../components/row-actions';
import { useRowSelection } from '../../components/row-selection';
import { SelectedBar } from '../../components/selected-bar';
import type { Column } from '../../components/table-model';
import { Link } from '../../shell/routing';
import { apiKeysTexts as words } from '../../texts/api-keys';
import { selectionTexts } from '../../texts/selection';
import { EditApiKey } from './edit-api-key';
import { RotateApiKey } from './rotate-api-key';

interface Props {
  readonly keys: readonly ApiKeyPartsFragment[];
  readonly projects: readonly { readonly value: string; readonly label: string }[];
  /** Called after a key was changed, rotated or revoked. */
  onChanged(): void;
}

type Act = 'edit' | 'rotate' | 'revoke';
type Opened = { readonly act: Act; readonly apiKey: ApiKeyPartsFragment } | null;

/** Shows API keys as rows, each with buttons that edit, rotate and revoke it. */
export function ApiKeyTable({ keys, projects, onChanged }: Props) {
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const selected = useRowSelection(keys, selectionLabels);
  const { length: count } = selected.chosen;
  const [isAsking, setAsking] = useState(false);
  const revoked = opened?.act === 'revoke' ? opened.apiKey : null;
  return (
    <>
      {count > 0 && (
        <SelectedBar label={words.selectedKeys} count={count} onClear={selected.clear}>
          <PlainButton look="sm" label={words.revoke} onClick={() => setAsking(true)} />
          <ConfirmEach
            opened={isAsking}
            title={words.revokeKeys(count)}
            action={words.revoke}
            word={words.revokeWord(count)}
            warning={words.revokeWarning}
            rows={selected.chosen.map(({ id, label, prefix }) => ({ id, label: words.keyWithPrefix(label, prefix) }))}
            mutation={RevokeApiKeyDocument}
            done={words.keysRevoked(count)}
            failed={words.notRevoked}
            onClose={() => setAsking(false)}
            onChanged={onChanged}
            onDone={selected.clear}
          />
        </SelectedBar>
      )}
      <ListTable
        label={words.apiKeys}
        minWidth={740}
        columns={toColumns(projects, setOpened)}
        rows={keys}
        selection={selected.selection}
      />
      {opened?.act === 'edit' && (
        <EditApiKey apiKey={opened.apiKey} projects={projects} onChanged={onChanged} onClose={close} />
      )}
      {opened?.act === 'rotate' && <RotateApiKey apiKeys={[opened.apiKey]} onRotated={onChanged} onClose={close} />}
      <ConfirmMutation
        opened={revoked !== null}
        title={words.revokeApiKey(revoked?.label ?? '')}
        action={words.revoke}
        word={revoked?.label}
        mutation={RevokeApiKeyDocument}
        input={{ id: revoked?.id ?? '' }}
        done={words.apiKeyRevoked}
        onDone={onChanged}
        onClose={close}
      >
        {words.revokeWarning}
      </ConfirmMutation>
    </>
  );
}

const selectionLabels = {
  allLabel: words.selectAll,
  labelOf: ({ label }: ApiKeyPartsFragment) => selectionTexts.select(label),
};

function projectName({ projectId }: ApiKeyPartsFragment, projects: Props['projects']): string {
  if (!projectId) return words.allYourProjects;
  return projects.find(({ value }) => value === projectId)?.label ?? projectId;
}

const toColumns = (
  projects: Props['projects'],
  open: (opened: Opened) => void,
): readonly Column<ApiKeyPartsFragment>[] => [
  { key: 'label', label: words.label, style: breakAnywhere, cell: ({ label }) => label },
  {
    key: 'key',
    label: words.key,
    cell: ({ label, prefix }) => (
      <Link
        className="mono"
        to={`/requests?${new URLSearchParams({ key: prefix, range: '10080' })}`}
        title={words.requestsOf(label)}
      >
        {prefix}…
      </Link>
    ),
  },
  {
    key: 'project',
    label: words.project,
    isWide: true,
    style: breakAnywhere,
    cell: (key) => projectName(key, projects),
  },
  {
    key: 'rights',
    label: words.permissions,
    cell: ({ isReadOnly }) => (isReadOnly ? <Badge>{words.readOnly}</Badge> : <Badge>{words.readAndWrite}</Badge>),
  },
  { key: 'created', label: words.created, isWide: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { key: 'used', label: words.lastUsed, cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
  { key: 'expires', label: words.expires, cell: (key) => <Expiry apiKey={key} /> },
  toActionsColumn(110, (apiKey) => (
    <Group gap={2} wrap="nowrap">
      <RowButton
        label={words.editLabel(apiKey.label)}
        icon={PencilIcon}
        onClick={() => open({ act: 'edit', apiKey })}
      />
      <RowButton
        label={words.rotateLabel(apiKey.label)}
        icon={RefreshCwIcon}
        onClick={() => open({ act: 'rotate', apiKey })}
      />
      <RemoveButton label={words.revokeLabel(apiKey.label)} onClick={() => open({ act: 'revoke', apiKey })} />
    </Group>
  )),
];

function Expiry({ apiKey: { expiresAt, revokedAt } }: { apiKey: ApiKeyPartsFragment }) {
  const isExpired = expiresAt != null && new Date(expiresAt).getTime() <= Date.now();
  return (
    <Group gap={6} wrap="nowrap">
      <Moment at={expiresAt} />
      {isExpired && <Badge tone="failed">{words.expired}</Badge>}
      {revokedAt && <Badge tone="failed">{words.revoked}</Badge>}
    </Group>
  );
}
