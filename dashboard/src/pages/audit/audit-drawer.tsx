import type { ReactNode } from 'react';
import { BeforeAfter } from '../../components/before-after';
import { CopyableId } from '../../components/copy';
import { Facts } from '../../components/facts';
import { Age } from '../../components/moment';
import { SideDrawer } from '../../components/side-drawer';
import { Link } from '../../shell/routing';
import { auditTexts as words } from '../../texts/audit';
import type { AuditEntry } from './audit-filter';
import { nameDigests, toTarget } from './audit-names';
import { toActorName, toSentence, toTargetName } from './audit-sentence';
import { Credential } from './credential';

interface Props {
  readonly entry: AuditEntry;
  onClose(): void;
  onMove(step: 1 | -1): void;
}

/** Shows one change: fields before and after, actor and credential, and its position in the chain. */
export function AuditDrawer({ entry, onClose, onMove }: Props) {
  const fields = Object.entries((entry.changes ?? {}) as Record<string, unknown>);
  return (
    <SideDrawer
      label={words.entry(entry.action)}
      onClose={onClose}
      onMove={onMove}
      top={<span className="mono t2">{entry.action}</span>}
    >
      <section>
        <h2 className="drawer-title">
          <bdi>{toSentence(entry)}</bdi>
        </h2>
        <p className="meta t2">
          <span className="mono">{new Date(entry.createdAt).toISOString().replace('T', ' ').replace('Z', ' UTC')}</span>{' '}
          · <Age at={entry.createdAt} />
        </p>
        {entry.reason && (
          <p className="note quiet" dir="auto" style={{ marginTop: 12 }}>
            {entry.reason}
          </p>
        )}
      </section>
      <section aria-label={words.changes}>
        <h3>{words.changes}</h3>
        {fields.length === 0 && <p className="t2">{words.noFields}</p>}
        {fields.length > 0 && <Facts className="changes" rows={fields.map((field) => toFact(field, entry.names))} />}
      </section>
      <section aria-label={words.who}>
        <h3>{words.who}</h3>
        <Who entry={entry} />
      </section>
      <section aria-label={words.chain}>
        <h3>{entry.sequence === null ? words.unsealed : words.place(entry.sequence)}</h3>
        {entry.hash && <code style={{ overflowWrap: 'anywhere' }}>{entry.hash}</code>}
      </section>
    </SideDrawer>
  );
}

function toFact([name, value]: [string, unknown], names: AuditEntry['names']): [string, ReactNode] {
  const [before, after] = Array.isArray(value) ? (value as unknown[]) : [null, value];
  return [
    name,
    <BeforeAfter key={name} before={nameDigests(name, before, names)} after={nameDigests(name, after, names)} />,
  ];
}

function Who({ entry }: { entry: AuditEntry }) {
  const { actorId, requestId, projectId } = entry;
  const rows: [string, React.ReactNode][] = [
    [
      words.user,
      actorId && (
        <Link to={`/audit?range=all&actor=${actorId}`} title={words.allOfActor(toActorName(entry))}>
          {entry.actor?.email ?? actorId}
        </Link>
      ),
    ],
    [words.credential, <Credential key="credential" entry={entry} />],
    [
      words.target,
      <TargetLink key="target" entry={entry}>
        {toTargetName(entry)}
      </TargetLink>,
    ],
    [words.idOfTheTarget, <CopyableId key="id" id={toTarget(entry)} what={words.idOfTheTarget} />],
    [
      words.request,
      requestId && (
        <>
          <Link to={`/requests?id=${requestId}&dashboard=included&range=10080`}>{requestId}</Link>{' '}
          <Link className="meta" to={`/audit?range=all&request=${requestId}`}>
            {words.allOfRequest}
          </Link>
        </>
      ),
    ],
    [words.project, projectId && <CopyableId id={projectId} what={words.idOfTheProject} />],
  ];
  return <Facts rows={rows} />;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** Pages of objects, by the first part of an action. `ID` is the ID of the target. */
const pages: Readonly<Record<string, string>> = {
  api_key: '/api-keys',
  configuration: '/configuration',
  connected_app: '/connected-apps',
  event: '/events/ID',
  log_stream: '/log-streams',
  organization: '/organizations/ID',
  project: '/project',
  webhook: '/webhooks/ID',
};
/** Pages of actions whose targets are of another kind. */
const pagesByAction: Readonly<Record<string, string>> = {
  'deletion.accept': '/events/ID',
  'export.create': '/events/ID',
  'memory.add': '/events/ID',
  'memory.update': '/memories/ID',
};
const gone = /\.(delete|remove|revoke)$/;

/** Links the changed object to its page, if it has one and was not deleted. */
function TargetLink({ entry, children }: { entry: AuditEntry; children: ReactNode }) {
  const { action, targetType, targetId } = entry;
  const page = pagesByAction[action] ?? (targetType === 'memory' ? undefined : pages[targetType]);
  const isUnknown = page?.startsWith('/events/') && !uuid.test(targetId);
  if (page === undefined || isUnknown || gone.test(action)) return <bdi>{children}</bdi>;
  return <Link to={page.replace('ID', encodeURIComponent(targetId))}>{children}</Link>;
}
