import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { QueryView, useChange, useData } from '../../../api/index.ts'
import { StateDot } from '../../../api/nodes/node-states/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import {
  Button,
  Dim,
  Group,
  Modal,
  Notice,
  PageHeader,
  Skeleton,
  Stack,
  Steps,
  toast,
  useGo,
  useSearchState,
} from '../../../ui/index.ts'
import { type ChannelKind, idOf, type Kind, pages, partsOf } from '../kinds.ts'
import { messages } from '../messages.ts'
import { channelQueries, connectorQuery, newConnectorQuery } from '../queries.ts'
import { Problems } from '../status.tsx'
import { useTypeInfo } from '../types.ts'
import { ChannelForm, type ChannelFormProps } from './channel-form.tsx'
import { ConnectorForm } from './connector-form.tsx'
import { createChannel, createNewConnector } from './create-queries.ts'
import { formMessages } from './form-messages.ts'
import { TypeGallery } from './type-gallery.tsx'

const search = z.object({
  type: z.string().optional(),
  /** Name of an existing connector to select. */
  connector: z.string().optional(),
  /** ID of the object to duplicate. */
  copy: z.string().optional(),
})

export const CreateConnectorPage = () => <CreatePage kind="connector" />
export const CreateActionPage = () => <CreatePage kind="action" />
export const CreateSourcePage = () => <CreatePage kind="source" />

/** Creates a connector, an action or a source in two steps: type and settings. Each step has its own address. */
function CreatePage({ kind }: { readonly kind: Kind }) {
  const texts = useMessages(messages)
  const infoOf = useTypeInfo()
  const [state, setSearch] = useSearchState(search)
  const type = state.copy === undefined ? state.type : partsOf(state.copy).type
  const steps = [
    {
      label: texts.type,
      note: type === undefined ? undefined : infoOf(type).label,
      onGo: () => setSearch({ type: undefined, connector: undefined, copy: undefined }),
    },
    { label: texts.settings },
  ]
  return (
    <>
      <PageHeader
        title={texts.kinds[kind].new}
        description={type === undefined || !infoOf(type).isKnown ? undefined : infoOf(type).about}
      />
      <Steps label={texts.steps} steps={steps} current={type === undefined ? 0 : 1} />
      {type === undefined ? (
        <TypeGallery kind={kind} onChoose={(chosen) => setSearch({ type: chosen })} />
      ) : kind === 'connector' ? (
        <NewConnectorStep key={`${type} ${state.copy}`} type={type} copy={state.copy} />
      ) : (
        <NewChannelStep
          key={`${type} ${state.copy}`}
          kind={kind}
          type={type}
          copy={state.copy}
          connector={state.connector}
        />
      )}
    </>
  )
}

interface StepProps {
  readonly type: string
  readonly copy: string | undefined
}

function NewConnectorStep({ type, copy }: StepProps) {
  const texts = useMessages(messages)
  const { run } = useChange(createNewConnector)
  const [made, setMade] = useState<string>()
  const original = useData(connectorQuery, { id: copy ?? '' }, { enabled: copy !== undefined })
  const form = (start?: Readonly<Record<string, unknown>>) => (
    <ConnectorForm
      type={type}
      start={start}
      isCopy={start !== undefined}
      onSubmit={async (connector) => {
        await run(connector)
        toast.success(texts.createdNamed(connector.name))
        setMade(connector.name)
      }}
    />
  )
  return (
    <>
      <CopySource query={original} isWanted={copy !== undefined}>
        {form}
      </CopySource>
      {made !== undefined && <NextStep connector={{ type, name: made }} />}
    </>
  )
}

/** Shows the state of a new connector until it is connected, and offers to create an action or a source. */
function NextStep({ connector }: { readonly connector: { readonly type: string; readonly name: string } }) {
  const texts = useMessages(messages)
  const go = useGo()
  const { data: actions = [] } = useData(channelQueries.action.types, undefined)
  const { data: sources = [] } = useData(channelQueries.source.types, undefined)
  const { type, name } = connector
  const params = { id: idOf(connector) }
  const [isConnected, setConnected] = useState(false)
  const { data: created } = useData(isConnected ? connectorQuery : newConnectorQuery, params)
  const status = created?.status ?? 'connecting'
  if (!isConnected && status === 'connected') setConnected(true)
  const toDetail = (search: { readonly tab?: string } = {}) =>
    go({ to: pages.connector.detail, params, search }, { replace: true })
  const isDown = status !== 'connected' && status !== 'connecting'
  return (
    <Modal
      opened
      onClose={() => toDetail()}
      title={texts.createdNamed(name)}
      size={520}
      footer={
        <Group wrap justify="end">
          <Button onClick={() => toDetail()}>{texts.next.later}</Button>
          {isDown && (
            <Button variant="primary" onClick={() => toDetail({ tab: 'settings' })}>
              {texts.next.edit}
            </Button>
          )}
          {sources.includes(type) && (
            <Button onClick={() => go({ to: pages.source.create, search: { type, connector: name } })}>
              {texts.newSource}
            </Button>
          )}
          {actions.includes(type) && (
            <Button
              variant={isDown ? 'default' : 'primary'}
              onClick={() => go({ to: pages.action.create, search: { type, connector: name } })}
            >
              {texts.newAction}
            </Button>
          )}
        </Group>
      }
    >
      <Stack gap={3}>
        <div aria-live="polite">
          <StateDot state={status} />
        </div>
        {isDown && created && <Problems of={created} />}
        <span>{isDown ? texts.next.bodyDown : texts.next.body}</span>
      </Stack>
    </Modal>
  )
}

function NewChannelStep({
  kind,
  type,
  copy,
  connector,
}: StepProps & { readonly kind: ChannelKind; readonly connector: string | undefined }) {
  const texts = useMessages(messages)
  const go = useGo()
  const { run } = useChange(createChannel[kind])
  const original = useData(channelQueries[kind].one, { id: copy ?? '' }, { enabled: copy !== undefined })
  const [preset] = useState(connector)
  const form = (channel?: Readonly<Record<string, unknown>>) => (
    <Form
      kind={kind}
      type={type}
      original={channel}
      connector={preset}
      onSubmit={async (draft) => {
        const { channel: made, connector: own } = draft
        await run(draft)
        toast.success(own ? texts.createdWith(made.name, own.name) : texts.createdNamed(made.name))
        go({ to: pages[kind].detail, params: { id: idOf(made) } }, { replace: true })
      }}
    />
  )
  return (
    <CopySource query={original} isWanted={copy !== undefined}>
      {form}
    </CopySource>
  )
}

interface FormProps extends Pick<ChannelFormProps, 'type' | 'onSubmit'> {
  readonly kind: ChannelKind
  readonly original: Readonly<Record<string, unknown>> | undefined
  readonly connector: string | undefined
}

function Form({ kind, type, original, connector, onSubmit }: FormProps) {
  const [start] = useState(() => (original === undefined ? undefined : { channel: original }))
  return (
    <ChannelForm
      kind={kind}
      type={type}
      start={start}
      isCopy={original !== undefined}
      preset={connector}
      onSubmit={onSubmit}
    />
  )
}

interface OriginalProps {
  readonly query: ReturnType<typeof useData<{ id: string }, Readonly<Record<string, unknown>>>>
  readonly isWanted: boolean
  readonly children: (original?: Readonly<Record<string, unknown>>) => ReactNode
}

/** Loads the object to duplicate. */
function CopySource({ query, isWanted, children }: OriginalProps) {
  const texts = useMessages(formMessages)
  if (!isWanted) return children()
  return (
    <QueryView query={query} skeleton={<Skeleton height={420} />} quiet>
      {(original) => (
        <Stack gap={4}>
          <Notice>
            <Dim>{texts.copyNote}</Dim>
          </Notice>
          <FirstAnswer value={original}>{children}</FirstAnswer>
        </Stack>
      )}
    </QueryView>
  )
}

/** Keeps the first response, so that polling does not reset the form. */
function FirstAnswer({
  value,
  children,
}: {
  readonly value: Readonly<Record<string, unknown>>
  readonly children: OriginalProps['children']
}) {
  const [first] = useState(value)
  return children(first)
}
