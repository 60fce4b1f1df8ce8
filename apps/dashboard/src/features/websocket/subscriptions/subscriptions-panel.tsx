import { reasonOf } from '@mqdeck/contract'
import { IconPencil, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocale, useMessages } from '../../../i18n/index.ts'
import { Dim, IconButton, join, LinedList, Mono, Section, Stack, StatusDot } from '../../../ui/index.ts'
import type { ConnectionTab } from '../connection/connection-tabs.ts'
import { type Subscription, useValue } from '../index.ts'
import { trafficMessages } from '../traffic-messages.ts'
import styles from '../websocket.module.css'
import { SubscribeForm } from './subscribe-form.tsx'

/** The subscriptions of this connection and the form to add more. */
export function SubscriptionsPanel({ tab }: { readonly tab: ConnectionTab }) {
  const texts = useMessages(trafficMessages)
  const all = useValue(tab.connection.subscriptions)
  const [edited, setEdited] = useState<{ readonly subscription: Subscription; readonly formKey: number }>()
  return (
    <Section title={texts.subscriptions}>
      <Stack gap={4}>
        <SubscribeForm key={edited?.formKey ?? 0} tab={tab} initial={edited?.subscription} />
        {all.length === 0 ? (
          <div className={styles.hint}>
            <strong>{texts.noSubscriptions}.</strong> {texts.noSubscriptionsHint}
          </div>
        ) : (
          <LinedList label={texts.subscriptions}>
            {all.map((subscription) => (
              <SubscriptionRow
                key={subscription.filter}
                subscription={subscription}
                tab={tab}
                onEdit={() => setEdited((before) => ({ subscription, formKey: (before?.formKey ?? 0) + 1 }))}
              />
            ))}
          </LinedList>
        )}
      </Stack>
    </Section>
  )
}

const tones = { waiting: 'grey', pending: 'amber', granted: 'accent', refused: 'red', failed: 'red' } as const

interface SubscriptionRowProps {
  readonly subscription: Subscription
  readonly tab: ConnectionTab
  readonly onEdit: () => void
}

function SubscriptionRow({ subscription, tab, onEdit }: SubscriptionRowProps) {
  const texts = useMessages(trafficMessages)
  const locale = useLocale()
  const version = Number(useValue(tab.settings).version)
  const { filter, qos, state, code, colour } = subscription
  const reason = code === undefined ? undefined : reasonOf(version, code, 'suback')?.[locale]
  return (
    <li>
      <span className={join(styles.bar, styles[`colour${colour}`])} aria-hidden />
      <div className={styles.subscription}>
        <Mono truncate>{filter}</Mono>
        <span className={styles.subscriptionState} aria-live="polite">
          <StatusDot tone={tones[state]}>
            {state === 'granted' ? (reason ?? texts.subStates.granted) : texts.subStates[state]}
          </StatusDot>
          {state === 'refused' && <Dim small>{reason ?? `0x${code?.toString(16)}`}</Dim>}
        </span>
        <Dim small>
          {texts.qos} {qos}
          {flagsOf(subscription, version, texts.flagTexts).map((flag) => ` · ${flag}`)}
        </Dim>
      </div>
      <IconButton
        size="small"
        label={texts.editFilter(filter)}
        icon={<IconPencil size={16} aria-hidden />}
        onClick={onEdit}
      />
      <IconButton
        size="small"
        label={texts.unsubscribeFrom(filter)}
        icon={<IconX size={16} aria-hidden />}
        onClick={() => tab.connection.unsubscribe(filter)}
      />
    </li>
  )
}

function flagsOf(
  { noLocal, retainAsPublished, retainHandling, id }: Subscription,
  version: number,
  texts: (typeof trafficMessages)['en']['flagTexts'],
): readonly string[] {
  if (version < 5) return []
  return [
    ...(noLocal ? [texts.noLocal] : []),
    ...(retainAsPublished ? [texts.retainAsPublished] : []),
    ...(retainHandling > 0 ? [texts.retainHandling(retainHandling)] : []),
    ...(id === undefined ? [] : [texts.id(id)]),
  ]
}
