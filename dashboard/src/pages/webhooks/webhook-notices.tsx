import { Alert, Stack } from '@mantine/core';
import type { WebhookPartsFragment } from '../../../../client/generated/graphql';
import { Moment } from '../../components/moment';

/** Shows notices: webhook disabled (with reason), failing, or signed with two secrets. */
export function WebhookNotices({
  webhook: { isActive, disabledReason, failingSince, previousSecretExpiresAt },
}: {
  webhook: WebhookPartsFragment;
}) {
  return (
    <Stack gap="xs" mb="sm">
      {disabledReason && (
        <Alert color="red" title="Webhook disabled by the server">
          {disabledReason} What happens meanwhile waits, and is sent when you switch it on again.
        </Alert>
      )}
      {!isActive && !disabledReason && (
        <Alert color="gray">This webhook is inactive. Events wait and are delivered when you activate it.</Alert>
      )}
      {isActive && failingSince && (
        <Alert color="orange" title="Deliveries are failing">
          The first failure was <Moment at={failingSince} />, and nothing has arrived since. The webhook is disabled
          after five days of failures.
        </Alert>
      )}
      {previousSecretExpiresAt && new Date(previousSecretExpiresAt).getTime() > Date.now() && (
        <Alert color="blue" title="Secret rotation in progress">
          Events are also signed with the previous secret. That ends <Moment at={previousSecretExpiresAt} />: give the
          new secret to the receiver before.
        </Alert>
      )}
    </Stack>
  );
}
