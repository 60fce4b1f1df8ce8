import type { GatewaySubscription } from '@mqdeck/contract'
import { NewGatewaySubscription } from '@mqdeck/contract'
import { IconBookmarkOff, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import {
  FormBody,
  type Loaded,
  QueryTable,
  useChange,
  useConfirmAction,
  useContractForm,
  useIsViewer,
  useRowActions,
} from '../../../api/index.ts'
import { dash, useMessages } from '../../../i18n/index.ts'
import { filterFault } from '../../../lib/topics/topic-filter.ts'
import { topicFilterMessages } from '../../../lib/topics/topic-filter-messages.ts'
import { Button, type Column, EmptyState, Modal, Mono, SegmentedField, TextField, toast } from '../../../ui/index.ts'
import { subscribe, unsubscribe } from './client-queries.ts'
import { clientMessages } from './messages.ts'

interface SubscriptionsTabProps {
  readonly gateway: string
  readonly clientid: string
  readonly query: Loaded<readonly GatewaySubscription[]>
  readonly isGone: boolean
}

/** The subscriptions of a gateway client. */
export function SubscriptionsTab({ gateway, clientid, query, isGone }: SubscriptionsTabProps) {
  const texts = useMessages(clientMessages)
  const isViewer = useIsViewer()
  const rowAction = useRowActions()
  const confirmAction = useConfirmAction()
  const { run } = useChange(unsubscribe)
  const [isAdding, setAdding] = useState(false)
  const columns = useSubscriptionColumns(gateway)
  const add = !isViewer && (
    <Button size="small" disabled={isGone} icon={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {texts.newSubscription}
    </Button>
  )
  return (
    <>
      <QueryTable
        query={query}
        label={texts.subscriptions}
        columns={columns}
        rows={query.data}
        rowId={({ topic }) => topic}
        skeletonRows={2}
        summary=""
        actions={query.data && query.data.length > 0 && add}
        empty={<EmptyState title={texts.noSubscriptions} hint={texts.noSubscriptionsHint} action={add} />}
        rowActions={({ topic }) => [
          rowAction.change({
            label: texts.unsubscribe,
            icon: <IconBookmarkOff size={16} aria-hidden />,
            danger: true,
            disabled: isGone,
            onSelect: () =>
              void confirmAction({
                title: texts.unsubscribeQuestion(topic),
                action: texts.unsubscribe,
                consequence: texts.unsubscribeBody,
                done: texts.unsubscribed(topic),
                failed: texts.unsubscribeFailed(topic),
                run: () => run({ gateway, clientid, topic }),
              }),
          }),
        ]}
      />
      <Modal opened={isAdding} onClose={() => setAdding(false)} title={texts.subscribeTitle(clientid)} size={480}>
        {isAdding && <SubscribeForm gateway={gateway} clientid={clientid} onDone={() => setAdding(false)} />}
      </Modal>
    </>
  )
}

function useSubscriptionColumns(gateway: string): readonly Column<GatewaySubscription>[] {
  const texts = useMessages(clientMessages)
  return useMemo(
    () => [
      { id: 'topic', header: texts.topicFilter, width: 360, cell: ({ topic }) => <Mono truncate>{topic}</Mono> },
      { id: 'qos', header: texts.qos, width: 80, cell: ({ qos }) => qos },
      ...(gateway === 'stomp'
        ? [
            {
              id: 'subid',
              header: texts.subscriptionId,
              width: 160,
              cell: ({ sub_props: own }: GatewaySubscription) => <Mono>{own?.subid ?? dash}</Mono>,
            },
          ]
        : []),
    ],
    [texts, gateway],
  )
}

const levels = ['0', '1', '2'] as const
const numberOf = { '0': 0, '1': 1, '2': 2 } as const

interface SubscribeFormProps {
  readonly gateway: string
  readonly clientid: string
  readonly onDone: () => void
}

function SubscribeForm({ gateway, clientid, onDone }: SubscribeFormProps) {
  const texts = useMessages(clientMessages)
  const topicTexts = useMessages(topicFilterMessages)
  const { run } = useChange(subscribe)
  const needsId = gateway === 'stomp'
  const form = useContractForm(NewGatewaySubscription, {
    initial: { topic: '', qos: '0' as (typeof levels)[number], subid: '' },
    fieldOf: { 'sub_props.subid': 'subid' },
    toBody: ({ topic, qos, subid }) => ({
      topic: topic.trim(),
      qos: numberOf[qos],
      ...(needsId && { sub_props: { subid: subid.trim() } }),
    }),
    check({ topic, subid }) {
      const fault = filterFault(topic.trim(), false)
      return {
        topic: fault && topicTexts[fault],
        subid: needsId && subid.trim() === '' && texts.required(texts.subscriptionId),
      }
    },
    async submit(body) {
      await run({ gateway, clientid, body })
      toast.success(texts.subscribed(body.topic))
      onDone()
    },
  })
  return (
    <FormBody form={form} action={texts.subscribe} onCancel={onDone}>
      <TextField mono required label={texts.topicFilter} placeholder="t/#" data-autofocus {...form.input('topic')} />
      <SegmentedField
        label={texts.qos}
        options={levels.map((level) => ({ value: level, label: level }))}
        {...form.field('qos')}
      />
      {needsId && (
        <TextField
          mono
          required
          label={texts.subscriptionId}
          description={texts.subscriptionIdHint}
          {...form.input('subid')}
        />
      )}
    </FormBody>
  )
}
