import type { WebhookEventType } from '../../api/graphql';
import { toChoices } from '../../components/choices';
import { webhooksTexts as words } from '../../texts/webhooks';

export const eventTypes = toChoices<WebhookEventType>(words.eventTypes);

/** Returns the name of an event type in deliveries, such as `memory_add` or `member.added`. */
export const wireName = (type: string): string => type.replace(/^(AUDIT|MEMBER|API_KEY|PROJECT)_/, '$1.').toLowerCase();
