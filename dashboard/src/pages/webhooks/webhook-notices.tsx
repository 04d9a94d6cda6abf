import { Alert, Stack } from '@mantine/core';
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
        <Alert color="red" title={words.webhookDisabledByTheServer}>
          {disabledReason} {words.whatHappensMeanwhileWaitsAnd}
        </Alert>
      )}
      {!isActive && !disabledReason && <Alert color="gray">{words.thisWebhookIsInactiveEvents}</Alert>}
      {isActive && failingSince && (
        <Alert color="orange" title={words.deliveriesAreFailing}>
          {words.theFirstFailureWas} <Moment at={failingSince} />
          {words.andNothingHasArrivedSince}
        </Alert>
      )}
      {previousSecretExpiresAt && new Date(previousSecretExpiresAt).getTime() > Date.now() && (
        <Alert color="blue" title={words.secretRotationInProgress}>
          {words.eventsAreAlsoSignedWith} <Moment at={previousSecretExpiresAt} />
          {words.giveTheNewSecretTo}
        </Alert>
      )}
    </Stack>
  );
}
