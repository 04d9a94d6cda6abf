import { Button, Group } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import {
  ProjectWebhookDeliveriesDocument,
  WebhookDeliveryDocument,
  type WebhookDeliveryFilter,
  type WebhookDeliveryPartsFragment,
  type WebhookPartsFragment,
} from '../../api/graphql';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { Badge } from '../../components/badge';
import { CopyableId } from '../../components/copy';
import { EmptyState } from '../../components/empty-state';
import { Facts, Json } from '../../components/facts';
import { FailureAlert } from '../../components/failure-alert';
import { Moment } from '../../components/moment';
import { NoMatch } from '../../components/no-match';
import { Pager, usePages } from '../../components/pager';
import { Sentence } from '../../components/sentence';
import { SideDrawer } from '../../components/side-drawer';
import { useUrlFilters } from '../../components/use-url-filters';
import { Link } from '../../shell/routing';
import { webhooksTexts as words } from '../../texts/webhooks';
import { Attempts } from './attempts';
import { matches, toDeliveryFilter } from './delivery-filter';
import { DeliveryState, DeliveryTable, WebhookLink, type Webhooks } from './delivery-table';
import { wireName } from './event-types';
import { useReplay } from './use-replay';

type Delivery = WebhookDeliveryPartsFragment;

export interface DeliveriesProps {
  readonly projectId: string;
  /** Webhooks of the project, or the one whose deliveries are listed. */
  readonly webhooks: readonly WebhookPartsFragment[];
  /** Lists only deliveries of this webhook. Default: of all webhooks of the project. */
  readonly webhookId?: string | undefined;
  /** Id of the delivery whose attempts are shown. */
  readonly openId: string | null;
  onOpen(id: string | null): void;
  /** Called when the webhooks may have changed. */
  onChanged(): void;
}

interface Props extends Omit<DeliveriesProps, 'onChanged'> {
  readonly isFiltered: boolean;
  /** Latest state of the deliveries of which an attempt ended since the page was opened. */
  readonly newest: ReadonlyMap<string, Delivery>;
  /** A new value reloads the list. */
  readonly replays: number;
  onResend(id: string): void;
  onReplayed(): void;
}

/** Shows one page of deliveries, and the open one beside them. */
export function DeliveryList(props: Props) {
  const { projectId, webhooks, webhookId, newest, replays, openId, onOpen } = props;
  const isOfOne = webhookId !== undefined;
  const { params } = useUrlFilters();
  const readFilter = () => toDeliveryFilter(params, webhookId ?? null);
  const filter = useMemo(readFilter, [replays]);
  const pages = usePages();
  const [result, read] = useFreshQuery(ProjectWebhookDeliveriesDocument, { projectId, filter, ...pages.variables });
  useEffect(() => {
    if (replays > 0) read();
  }, [replays, read]);
  const byId = useMemo(() => new Map(webhooks.map((webhook) => [webhook.id, webhook])), [webhooks]);
  const listed = result.data?.webhookDeliveries;
  const rows = merge(listed?.edges.map(({ node }) => node) ?? [], {
    newest,
    filter,
    // The start of the time range moves on while the filter stays.
    since: readFilter().since,
    isFirst: pages.number === 1,
  });
  const move = (step: 1 | -1) => {
    const next = rows[rows.findIndex(({ id }) => id === openId) + step];
    if (next) onOpen(next.id);
  };
  return (
    <>
      <Answer result={result} retry={read}>
        {({ webhookDeliveries: { pageInfo } }) =>
          rows.length === 0 ? (
            <NoDeliveries isFiltered={props.isFiltered} isOfOne={isOfOne} />
          ) : (
            <>
              <DeliveryTable
                deliveries={rows}
                webhooks={byId}
                isOfOne={isOfOne}
                selected={openId}
                open={onOpen}
                resend={props.onResend}
              />
              <Pager pages={pages} info={pageInfo} />
            </>
          )
        }
      </Answer>
      {openId !== null && (
        <SideDrawer label={words.delivery} top={<b>{words.delivery}</b>} onClose={() => onOpen(null)} onMove={move}>
          <DeliveryDetails
            key={openId}
            id={openId}
            live={newest.get(openId)}
            webhooks={byId}
            isOfOne={isOfOne}
            onReplayed={props.onReplayed}
          />
        </SideDrawer>
      )}
    </>
  );
}

function NoDeliveries({ isFiltered, isOfOne }: { isFiltered: boolean; isOfOne: boolean }) {
  if (isFiltered) return <NoMatch title={words.noneOfThese} />;
  const test = isOfOne ? words.sendATestEvent : <Link to="/webhooks">{words.sendATestEvent}</Link>;
  return (
    <EmptyState title={words.noDeliveriesYet}>
      <Sentence text={words.deliveriesEmptyHint} parts={{ test }} />
    </EmptyState>
  );
}

interface Live extends Pick<Props, 'newest'> {
  readonly filter: WebhookDeliveryFilter;
  readonly since: WebhookDeliveryFilter['since'];
  readonly isFirst: boolean;
}

/** Merges the list with live updates. New deliveries are added to the first page only. */
function merge(read: readonly Delivery[], { newest, filter, since, isFirst }: Live): Delivery[] {
  const known = new Set(read.map(({ id }) => id));
  const oldest = read.at(-1)?.createdAt ?? '';
  const come = [...(isFirst ? newest.values() : [])].filter(
    (delivery) => !known.has(delivery.id) && delivery.createdAt >= oldest && matches(delivery, filter),
  );
  return [...come, ...read.map((delivery) => newest.get(delivery.id) ?? delivery)]
    .filter(({ createdAt }) => !since || createdAt >= since)
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    .slice(0, 100);
}

interface DeliveryDetailsProps {
  readonly id: string;
  /** Latest state, if an attempt has ended since the page was opened. */
  readonly live: WebhookDeliveryPartsFragment | undefined;
  readonly webhooks: Webhooks;
  /** Whether the page is the one of the webhook. */
  readonly isOfOne: boolean;
  onReplayed(): void;
}

/** Shows a delivery with every attempt and response, and sends it again. */
function DeliveryDetails({ id, live, webhooks, isOfOne, onReplayed }: DeliveryDetailsProps) {
  const [result, again] = useFreshQuery(WebhookDeliveryDocument, { id });
  const { message, replay } = useReplay(() => (again(), onReplayed()));
  return (
    <Answer result={result} retry={again}>
      {({ webhookDelivery: asRead }) => {
        const canReplay = webhooks.get(asRead.webhookId)?.isActive === true;
        const delivery = live && live.attempts.length >= asRead.attempts.length ? live : asRead;
        return (
          <>
            <section>
              <h2 className="drawer-title">{wireName(delivery.eventType)}</h2>
              <Facts
                rows={[
                  [
                    words.webhook,
                    !isOfOne && <WebhookLink key="webhook" id={delivery.webhookId} webhooks={webhooks} />,
                  ],
                  [
                    words.status,
                    <span key="state" className="row wrap">
                      <DeliveryState delivery={delivery} />
                      {delivery.replayCount > 0 && (
                        <Badge tone="info">{words.replayedReplayCount(delivery.replayCount)}</Badge>
                      )}
                    </span>,
                  ],
                  [words.messageId, <CopyableId key="id" id={delivery.messageId} what={words.idOfTheMessage} />],
                  [words.created, <Moment key="created" at={delivery.createdAt} hasSeconds />],
                  [
                    words.delivered,
                    <Moment key="delivered" at={delivery.deliveredAt} never={words.notYet} hasSeconds />,
                  ],
                  [words.nextAttempt, <Moment key="next" at={delivery.nextAttemptAt} never={words.none} hasSeconds />],
                ]}
              />
              <FailureAlert message={message} />
              <Group mt="sm">
                <Button disabled={!canReplay} onClick={() => replay(id)}>
                  {words.resend}
                </Button>
                {!canReplay && <p className="t3">{words.resendWhenActive}</p>}
              </Group>
            </section>
            <Attempts delivery={delivery} />
            <section aria-label={words.message}>
              <h3>{words.message}</h3>
              <Json value={delivery.payload} label={words.message} />
            </section>
          </>
        );
      }}
    </Answer>
  );
}
