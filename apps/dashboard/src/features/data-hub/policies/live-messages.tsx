import { reasonOf } from '@mqdeck/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useConnection } from '../../../api/index.ts'
import { useFormat, useLocale, useMessages } from '../../../i18n/index.ts'
import { toPreview } from '../../../lib/payload/payload.ts'
import {
  Button,
  type Column,
  DataTable,
  Dim,
  Fields,
  Group,
  Mono,
  Notice,
  Stack,
  StatusDot,
} from '../../../ui/index.ts'
import { ControlledDisclosure } from '../../../ui/layout/disclosure.tsx'
import {
  AddressFields,
  addressOf,
  ConnectionProblemView,
  type ConnectionSettings,
  CredentialFields,
  connectionFieldMessages,
  faultsOf,
  isLoginProblem,
  socketOpener,
  stateTones,
  useProposedAddress,
  useValue,
} from '../../websocket/index.ts'
import {
  type CapturedMessage,
  captureSeconds,
  createLiveCapture,
  type LiveCapture,
  maxCaptured,
} from './live-capture.ts'
import { liveMessages } from './live-texts.ts'

interface LiveMessagesProps {
  readonly filters: readonly string[]
  readonly onUse: (message: CapturedMessage) => void
}

/** Listens on the topics of a policy, and offers the last messages as test data. */
export function LiveMessages({ filters, onUse }: LiveMessagesProps) {
  const texts = useMessages(liveMessages)
  const { states } = useMessages(connectionFieldMessages)
  const format = useFormat()
  const capture = useCapture()
  const { connection } = capture
  const state = useValue(connection.state)
  const settings = useValue(capture.settings)
  const messages = useValue(capture.messages)
  const endedAt = useValue(capture.endedAt)
  const subscriptions = useValue(connection.subscriptions)
  const [isOpen, setOpen] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const isActive = state !== 'disconnected' && state !== 'disconnecting'
  useLoginFocus(capture, () => setOpen(true))
  const start = () => {
    setSubmitted(true)
    if (faultsOf(capture.settings.get())) return setOpen(true)
    capture.start(filters)
  }
  return (
    <Stack gap={3}>
      <Group gap={3} wrap>
        <Button disabled={filters.length === 0} onClick={isActive ? () => connection.disconnect() : start}>
          {isActive ? texts.stop : texts.listen}
        </Button>
        <span aria-live="polite">
          <StatusDot tone={stateTones[state]}>
            {state === 'connected' ? texts.listening(filters.join(', ')) : states[state]}
          </StatusDot>
        </span>
      </Group>
      <Dim small>{texts.about(format.number(captureSeconds), format.number(maxCaptured))}</Dim>
      <ConnectionProblemView connection={connection} settings={capture.settings} />
      {subscriptions
        .filter((one) => one.state === 'refused' || one.state === 'failed')
        .map(({ filter, code }) => (
          <RefusedFilter key={filter} filter={filter} code={code} version={Number(settings.version)} />
        ))}
      {!isActive && <ConnectionForm {...{ capture, settings, isOpen, setOpen, isSubmitted }} />}
      {endedAt !== undefined && (
        <Notice>{messages.length === 0 ? texts.endedEmpty(format.number(captureSeconds)) : texts.ended}</Notice>
      )}
      {messages.length > 0 && <CapturedTable messages={messages} onUse={onUse} />}
    </Stack>
  )
}

/** Ends with the page. */
function useCapture(): LiveCapture {
  const { session } = useConnection()
  const [capture] = useState(() => createLiveCapture({ openSocket: socketOpener(session) }))
  useProposedAddress(capture)
  useEffect(() => () => capture.end(), [capture])
  return capture
}

function useLoginFocus({ connection }: LiveCapture, open: () => void): void {
  const problem = useValue(connection.problem)
  const [handled, setHandled] = useState(problem)
  if (problem === handled) return
  setHandled(problem)
  if (isLoginProblem(problem)) open()
}

interface ConnectionFormProps {
  readonly capture: LiveCapture
  readonly settings: ConnectionSettings
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  readonly isSubmitted: boolean
}

function ConnectionForm({ capture, settings, isOpen, setOpen, isSubmitted }: ConnectionFormProps) {
  const texts = useMessages(liveMessages)
  const problem = useValue(capture.connection.problem)
  const username = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isLoginProblem(problem)) username.current?.focus()
  }, [problem])
  const fieldProps = {
    settings,
    faults: isSubmitted ? faultsOf(settings) : undefined,
    change: (part: Partial<ConnectionSettings>) => capture.settings.set({ ...capture.settings.get(), ...part }),
  }
  return (
    <ControlledDisclosure label={texts.connection} note={addressOf(settings)} isOpen={isOpen} onToggle={setOpen}>
      <Fields columns={3}>
        <AddressFields {...fieldProps} />
        <CredentialFields {...fieldProps} usernameRef={username} />
      </Fields>
    </ControlledDisclosure>
  )
}

interface RefusedFilterProps {
  readonly filter: string
  readonly code: number | undefined
  readonly version: number
}

function RefusedFilter({ filter, code, version }: RefusedFilterProps) {
  const texts = useMessages(liveMessages)
  const locale = useLocale()
  const reason = code === undefined ? undefined : reasonOf(version, code, 'suback')?.[locale]
  return (
    <div role="alert">
      <Notice tone="red">{texts.refused(filter, reason ?? texts.unknownReason)}</Notice>
    </div>
  )
}

const idOf = ({ id }: CapturedMessage) => String(id)

function CapturedTable({
  messages,
  onUse,
}: { readonly messages: readonly CapturedMessage[] } & Pick<LiveMessagesProps, 'onUse'>) {
  const texts = useMessages(liveMessages)
  const format = useFormat()
  const columns = useMemo(
    (): readonly Column<CapturedMessage>[] => [
      { id: 'topic', header: texts.topic, width: 200, cell: ({ topic }) => <Mono truncate>{topic}</Mono> },
      { id: 'qos', header: texts.qos, width: 60, cell: ({ qos }) => qos },
      {
        id: 'payload',
        header: texts.payload,
        width: 260,
        cell: ({ payload }) => {
          const preview = toPreview(payload)
          return preview === undefined ? (
            <Dim>{texts.binary(format.number(payload.length))}</Dim>
          ) : (
            <Mono truncate>{preview}</Mono>
          )
        },
      },
      {
        id: 'properties',
        header: texts.userProperties,
        width: 130,
        cell: ({ properties }) => format.number(properties?.userProperties?.length ?? 0),
      },
      {
        id: 'use',
        header: texts.use,
        width: 140,
        cell: (message) => (
          <Button size="small" onClick={() => onUse(message)}>
            {texts.useMessage}
          </Button>
        ),
      },
    ],
    [texts, format, onUse],
  )
  return <DataTable label={texts.captured} columns={columns} rows={messages} rowId={idOf} />
}
