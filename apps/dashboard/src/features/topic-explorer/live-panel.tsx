import { reasonOf } from '@mqdeck/contract'
import { useEffect, useRef, useState } from 'react'
import { useFormat, useLocale, useMessages } from '../../i18n/index.ts'
import { filterFault } from '../../lib/topics/topic-filter.ts'
import { topicFilterMessages } from '../../lib/topics/topic-filter-messages.ts'
import { Checkbox, Dim, Fields, Mono, Notice, Select, Stack, StatusDot, TagsField, Tooltip } from '../../ui/index.ts'
import { ControlledDisclosure } from '../../ui/layout/disclosure.tsx'
import {
  AddressFields,
  addressOf,
  ConnectButton,
  ConnectionProblemView,
  type ConnectionSettings,
  CredentialFields,
  connectionFieldMessages,
  faultsOf,
  isLoginProblem,
  type Subscription,
  stateTones,
  useProposedAddress,
  useValue,
} from '../websocket/index.ts'
import { type LiveSource, rates } from './live-source.ts'
import { messages } from './messages.ts'
import styles from './topic-explorer.module.css'

interface LivePanelState {
  readonly isSubmitted: boolean
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  readonly connect: () => void
}

/** The state that the chip and the settings of the live connection share. */
export function useLivePanel(live: LiveSource): LivePanelState {
  const [isSubmitted, setSubmitted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useProposedAddress(live)
  const problem = useValue(live.connection.problem)
  const [handled, setHandled] = useState(problem)
  if (problem !== handled) {
    setHandled(problem)
    if (isLoginProblem(problem)) setOpen(true)
  }
  const connect = () => {
    setSubmitted(true)
    if (!faultsOf(live.settings.get()) && hasFilters(live)) live.connect()
    else setOpen(true)
  }
  return { isSubmitted, isOpen, setOpen, connect }
}

interface LivePartProps {
  readonly live: LiveSource
  readonly panel: LivePanelState
}

/** The MQTT connection for live traffic. */
export function LiveChip({ live: { connection }, panel }: LivePartProps) {
  const texts = useMessages(messages)
  const { states } = useMessages(connectionFieldMessages)
  const state = useValue(connection.state)
  return (
    <div className={styles.source}>
      <Tooltip label={texts.liveHelp}>
        <span>{texts.live}</span>
      </Tooltip>
      <span aria-live="polite">
        <StatusDot tone={stateTones[state]}>{states[state]}</StatusDot>
      </span>
      <ConnectButton connection={connection} onConnect={panel.connect} />
    </div>
  )
}

/** Settings and cost of the live connection, or its state, and why it failed. */
export function LiveDetails({ live, panel }: LivePartProps) {
  const { connection, settings } = live
  const state = useValue(connection.state)
  const current = useValue(settings)
  return (
    <>
      <ConnectionProblemView connection={connection} settings={settings} />
      {state === 'disconnected' ? (
        <LiveForm live={live} panel={panel} settings={current} />
      ) : (
        <LiveState live={live} address={addressOf(current)} version={Number(current.version)} />
      )}
    </>
  )
}

const hasFilters = ({ filters, withSystem }: LiveSource) => filters.get().length > 0 || withSystem.get()

interface LiveFormProps extends LivePartProps {
  readonly settings: ConnectionSettings
}

function LiveForm({ live, panel: { isSubmitted, isOpen, setOpen }, settings }: LiveFormProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const filterFaults = useMessages(topicFilterMessages)
  const filters = useValue(live.filters)
  const withSystem = useValue(live.withSystem)
  const maxRate = useValue(live.maxRate)
  const faults = isSubmitted ? faultsOf(settings) : undefined
  const fieldProps = {
    settings,
    faults,
    change: (change: Partial<ConnectionSettings>) => live.settings.set({ ...live.settings.get(), ...change }),
  }
  const check = (filter: string) => {
    const fault = filterFault(filter)
    return fault && filterFaults[fault]
  }
  const username = useRef<HTMLInputElement>(null)
  const problem = useValue(live.connection.problem)
  useEffect(() => {
    if (isLoginProblem(problem)) username.current?.focus()
  }, [problem])
  const hasNoFilter = filters.length === 0 && !withSystem
  return (
    <ControlledDisclosure
      label={texts.connectionSettings}
      note={[...filters, texts.messagesPerSecond(format.number(maxRate)), addressOf(settings)].join(' · ')}
      isOpen={isOpen}
      onToggle={setOpen}
    >
      <Stack gap={3}>
        <Dim small>{texts.cost}</Dim>
        <Fields columns={2}>
          <TagsField
            mono
            label={texts.filters}
            help={texts.filtersHelp}
            commaSeparates={false}
            value={filters}
            onChange={live.filters.set}
            check={check}
            error={isSubmitted && hasNoFilter ? texts.filtersNeeded : undefined}
          />
          <Select
            label={texts.maxRate}
            help={texts.maxRateHelp}
            value={String(maxRate)}
            onChange={(value) => live.maxRate.set(Number(value))}
            options={rates.map((rate) => ({
              value: String(rate),
              label: texts.messagesPerSecond(format.number(rate)),
            }))}
          />
        </Fields>
        <Checkbox label={texts.withSystem} checked={withSystem} onChange={live.withSystem.set} />
        <Fields columns={3}>
          <AddressFields {...fieldProps} />
          <CredentialFields {...fieldProps} usernameRef={username} />
        </Fields>
      </Stack>
    </ControlledDisclosure>
  )
}

interface LiveStateProps {
  readonly live: LiveSource
  readonly address: string
  readonly version: number
}

function LiveState({ live, address, version }: LiveStateProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const subscriptions = useValue(live.connection.subscriptions)
  const { added, onlyCounted } = useValue(live.stats)
  return (
    <>
      <div className={styles.sourceState}>
        <Mono truncate>{address}</Mono>
        {subscriptions.map(({ filter, state }) => (
          <StatusDot key={filter} tone={subscriptionTones[state]}>
            <Mono>{filter}</Mono>
          </StatusDot>
        ))}
        <Dim small>{texts.addedToTree(format.number(added))}</Dim>
        {onlyCounted > 0 && <Dim small>{texts.onlyCounted(format.number(onlyCounted))}</Dim>}
      </div>
      {subscriptions
        .filter(({ state }) => state === 'refused' || state === 'failed')
        .map((one) => (
          <RejectedSubscription key={one.filter} subscription={one} version={version} />
        ))}
    </>
  )
}

const subscriptionTones = {
  waiting: 'grey',
  pending: 'amber',
  granted: 'accent',
  refused: 'red',
  failed: 'red',
} as const

function RejectedSubscription({
  subscription: { filter, code },
  version,
}: {
  readonly subscription: Subscription
  readonly version: number
}) {
  const texts = useMessages(messages)
  const locale = useLocale()
  const reason = code === undefined ? undefined : reasonOf(version, code, 'suback')?.[locale]
  return (
    <div role="alert">
      <Notice tone="red">
        {texts.subscriptionRejected(filter, reason ?? texts.unknownReason)} {texts.rejectedHint}
      </Notice>
    </div>
  )
}
