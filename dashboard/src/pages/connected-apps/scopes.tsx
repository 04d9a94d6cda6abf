import { Badge } from '../../components/badge';
import type { ConnectedAppPartsFragment } from '../../../../client/generated/graphql';
import { scopes } from '../../session/scopes';

/** Shows what a connected app may do. */
export function Scopes({ app }: { app: Pick<ConnectedAppPartsFragment, 'scopes'> }) {
  return (
    <span className="row wrap">
      {scopes
        .filter(({ value }) => app.scopes.includes(value))
        .map(({ value, label }) => (
          <Badge key={value} tone={value === 'DELETE' ? 'failed' : undefined}>
            {label}
          </Badge>
        ))}
    </span>
  );
}
