import { useMemo } from 'react'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { bestFormat, toBase64, toText } from '../../../lib/payload/payload.ts'
import { Button, type Description, DescriptionList, Group, Mono, Stack } from '../../../ui/index.ts'
import { PayloadDrawer, PayloadView } from '../../../ui/payload/payload-view.tsx'
import type { ConnectionTab } from '../connection/connection-tabs.ts'
import { subscriptionOf, useValue } from '../index.ts'
import { emptyDraft, type MessageDraft } from '../publish/message-draft.ts'
import { latencyOf, sentAtName } from './latency.ts'
import { listMessages } from './list-messages.ts'
import type { LoggedMessage } from './message-log.ts'
import { DeliveryText, milliseconds } from './message-row.tsx'

interface MessageDrawerProps {
  readonly tab: ConnectionTab
  /** Undefined while the drawer is closed. */
  readonly seq: number | undefined
  readonly onClose: () => void
}

/** One message with its properties and payload. It stays open when the message is dropped from the list. */
export function MessageDrawer({ tab, seq, onClose }: MessageDrawerProps) {
  const message = useMemo(() => (seq === undefined ? undefined : tab.log.at(seq)), [tab, seq])
  return (
    <PayloadDrawer message={message} onClose={onClose}>
      {(shown, choice) => (
        <Stack gap={5}>
          <MessageDetails tab={tab} message={tab.log.at(shown.seq) ?? shown} />
          <PayloadView payload={toBase64(shown.payload)} topic={shown.topic} choice={choice} />
          <MessageActions tab={tab} message={shown} onClose={onClose} />
        </Stack>
      )}
    </PayloadDrawer>
  )
}

function MessageDetails({ tab, message }: { readonly tab: ConnectionTab; readonly message: LoggedMessage }) {
  const texts = useMessages(listMessages)
  const format = useFormat()
  const version = Number(useValue(tab.settings).version)
  const latencyField = useValue(tab.latencyField)
  const { topic, at, qos, retain, dup, direction, payload, properties = {}, delivery } = message
  const latency = latencyOf(message, latencyField)
  const subscription = subscriptionOf(message, tab.connection.subscriptions.get())
  const items: readonly (Description | false | undefined)[] = [
    { label: texts.topic, value: <Mono>{topic}</Mono> },
    { label: texts.direction, value: direction === 'in' ? texts.received : texts.sent },
    { label: texts.time, value: format.dateTime(at) },
    {
      label: texts.qos,
      value: [qos, retain && texts.retained, dup && texts.dup].filter((mark) => mark !== false).join(', '),
    },
    { label: texts.size, value: format.bytes(payload.length) },
    latency !== undefined && { label: texts.latency, value: milliseconds(latency) },
    subscription && { label: texts.subscription, value: <Mono>{subscription.filter}</Mono> },
    delivery && { label: texts.acknowledgement, value: <DeliveryText delivery={delivery} version={version} /> },
    properties.isUtf8 && { label: texts.payloadFormat, value: texts.utf8 },
    properties.expiry !== undefined && {
      label: texts.messageExpiry,
      value: texts.secondsValue(format.number(properties.expiry)),
    },
    properties.contentType !== undefined && { label: texts.contentType, value: <Mono>{properties.contentType}</Mono> },
    properties.responseTopic !== undefined && {
      label: texts.responseTopic,
      value: <Mono>{properties.responseTopic}</Mono>,
    },
    properties.correlation && { label: texts.correlationData, value: <Mono>{readable(properties.correlation)}</Mono> },
    properties.topicAlias !== undefined && { label: texts.topicAlias, value: properties.topicAlias },
    properties.subscriptionIds && {
      label: texts.subscriptionIds,
      value: properties.subscriptionIds.map((id) => format.number(id)).join(', '),
    },
    ...(properties.userProperties ?? []).map(({ name, value }, index) => ({
      label: `${texts.userProperties} ${index + 1}`,
      value: (
        <Mono>
          {name}: {value}
        </Mono>
      ),
    })),
  ]
  return (
    <DescriptionList
      minWidth={200}
      items={items.filter((item): item is Description => item !== false && item !== undefined)}
    />
  )
}

/** As text if it is text, otherwise in hex. */
function readable(bytes: Uint8Array): string {
  const isText = bestFormat(bytes) !== 'hex'
  return (
    (isText ? toText(bytes) : undefined) ?? Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ')
  )
}

function MessageActions({
  tab,
  message,
  onClose,
}: {
  readonly tab: ConnectionTab
  readonly message: LoggedMessage
  readonly onClose: () => void
}) {
  const texts = useMessages(listMessages)
  const { responseTopic, correlation } = message.properties ?? {}
  const copyToForm = (draft: MessageDraft) => {
    tab.draft.set(draft)
    onClose()
  }
  return (
    <Group wrap>
      <Button onClick={() => copyToForm(toDraft(message))}>{texts.copyToForm}</Button>
      {responseTopic !== undefined && (
        <Button
          onClick={() =>
            copyToForm({
              ...emptyDraft,
              topic: responseTopic,
              isTemplate: false,
              correlation: correlation ? (toText(correlation) ?? '') : '',
            })
          }
        >
          {texts.respond}
        </Button>
      )}
    </Group>
  )
}

const levels = ['0', '1', '2'] as const

function toDraft({ topic, payload, qos, retain, properties = {} }: LoggedMessage): MessageDraft {
  const format = bestFormat(payload)
  const text = format === 'hex' ? undefined : toText(payload)
  const { isUtf8, expiry, contentType, responseTopic, correlation, userProperties = [] } = properties
  return {
    ...emptyDraft,
    topic,
    // A received message is sent unchanged, including dollar signs and braces.
    isTemplate: false,
    ...(text === undefined ? { format: 'base64', payload: toBase64(payload) } : { format, payload: text }),
    qos: levels[qos],
    retain,
    isUtf8: isUtf8 ?? false,
    expiry,
    contentType: contentType ?? '',
    responseTopic: responseTopic ?? '',
    correlation: correlation ? (toText(correlation) ?? '') : '',
    userProperties: userProperties.filter(({ name }) => name !== sentAtName),
  }
}
