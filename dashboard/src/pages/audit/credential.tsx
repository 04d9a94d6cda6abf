import { auditTexts as words } from '../../texts/audit';
import type { AuditEntry } from './audit-filter';

/** Shows the credential of a change: the label of an API key with its first characters, a session, or the server. */
export function Credential({ entry: { actorType, keyLabel, keyPrefix } }: { entry: AuditEntry }) {
  if (keyPrefix === null) return <>{actorType === 'USER' ? words.session : words.actors[actorType]}</>;
  if (keyLabel) return <bdi>{words.keyWithPrefix(keyLabel, keyPrefix)}</bdi>;
  return (
    <>
      {words.actors[actorType]} <span className="mono">{keyPrefix}…</span>
    </>
  );
}
