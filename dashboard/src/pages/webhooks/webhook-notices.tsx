import { Alert, Stack } from '@mantine/core';
import { Sentence } from '../../components/sentence';
import type { WebhookPartsFragment } from '../../../../client/generated/graphql';
import { Moment } from '../../components/moment';
import { webhooksTexts as words } from '../../texts/webhooks';

/** Shows notices: webhook disabled (with reason), failing, or signed with two secrets. */
export function WebhookNotices({
  webhook: { isActive, disabledReason, failingSince, previousSecretExpiresAt },
}: {
  webhook: WebhookPartsFragment;
}) {
  return (
    <Stack gap="xs" mb="sm">
      {disabledReason && (
        <Alert color="red" title={words.disabledTitle}>
          {disabledReason} {words.disabledHint}
        </Alert>
      )}
      {!isActive && !disabledReason && <Alert color="gray">{words.inactiveHint}</Alert>}
      {isActive && failingSince && (
        <Alert color="orange" title={words.deliveriesAreFailing}>
          <Sentence text={words.failingHint} parts={{ time: <Moment at={failingSince} /> }} />
        </Alert>
      )}
      {previousSecretExpiresAt && new Date(previousSecretExpiresAt).getTime() > Date.now() && (
        <Alert color="blue" title={words.secretRotationInProgress}>
          <Sentence text={words.rotationHint} parts={{ time: <Moment at={previousSecretExpiresAt} /> }} />
        </Alert>
      )}
    </Stack>
  );
}
