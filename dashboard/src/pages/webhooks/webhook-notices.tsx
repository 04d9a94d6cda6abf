import { Alert, Stack } from '@mantine/core';
import type { WebhookPartsFragment } from '../../../../client/generated/graphql';
import { Moment } from '../../components/moment';

/** What somebody who looks after a webhook should know: that it was switched off and why, that it fails, that two secrets sign. */
export function WebhookNotices({
  webhook: { isActive, disabledReason, failingSince, previousSecretExpiresAt },
}: {
  webhook: WebhookPartsFragment;
}) {
  return (
    <Stack gap="xs" mb="sm">
      {disabledReason && (
        <Alert color="red" title="The server has switched this webhook off">
          {disabledReason} What happens meanwhile waits, and is sent when you switch it on again.
        </Alert>
      )}
      {!isActive && !disabledReason && (
        <Alert color="gray">Not active: what happens meanwhile waits, and is sent when you switch it on.</Alert>
      )}
      {isActive && failingSince && (
        <Alert color="orange" title="No message arrives">
          The first failure was <Moment at={failingSince} />, and nothing has arrived since. After five days of that the
          webhook is switched off.
        </Alert>
      )}
      {previousSecretExpiresAt && new Date(previousSecretExpiresAt).getTime() > Date.now() && (
        <Alert color="blue" title="Two secrets sign">
          Messages carry a signature of the former secret, too. That ends <Moment at={previousSecretExpiresAt} />: give
          the new secret to the receiver before.
        </Alert>
      )}
    </Stack>
  );
}
