import type { Connector, NewAction, NewConnector } from '@mqdeck/contract'
import { useMemo, useState } from 'react'
import { LocalizedError, QueryView, useChange, useData } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { type Completion, FormDrawer, Skeleton } from '../../../ui/index.ts'
import { type ChannelKind, copyName } from '../kinds.ts'
import { exampleOf } from '../manifests.ts'
import { channelChanges, channelQueries, connectorsQuery } from '../queries.ts'
import { useTypeInfo } from '../types.ts'
import { ConnectorChoice, ConnectorField } from './connector-field.tsx'
import { ConnectorForm } from './connector-form.tsx'
import type { ChannelDraft } from './create-queries.ts'
import { formMessages } from './form-messages.ts'
import { KindForm } from './kind-form.tsx'
import { useMessagePlaceholders } from './placeholders.ts'

export interface ChannelFormProps {
  readonly type: string
  /** Initial value: an earlier draft, or `{ channel }` with the channel to duplicate. Stable. */
  readonly start?: ChannelStart | undefined
  /** `start` is a copy, whose secrets must be entered again. */
  readonly isCopy?: boolean
  /** New connectors of the caller that are not created yet. Stable. */
  readonly drafts?: readonly NewConnector[] | undefined
  /** Name of the connector that is selected initially. */
  readonly preset?: string | undefined
  /**
   * Gets the settings, and those of a new connector. The caller creates them, for example with `createChannel`. Rejects
   * with the error of the broker.
   */
  readonly onSubmit: (draft: ChannelDraft) => Promise<unknown>
  /** Default: "Create". */
  readonly submitLabel?: string
  /** Columns of the rule that uses the action. Default: the columns of a published message. */
  readonly placeholders?: readonly Completion[]
  /** Set to false to leave without confirmation, for example in a drawer. */
  readonly guard?: boolean
  /** Called when unsaved changes appear or disappear. Stable. */
  readonly onDirty?: ((isDirty: boolean) => void) | undefined
}

interface ChannelStart {
  readonly channel?: Readonly<Record<string, unknown>> | undefined
  readonly connector?: NewConnector | undefined
}

/** Form of a new action or source with its connector and a test, for pages and drawers. */
export function ChannelForm(props: ChannelFormProps & { readonly kind: ChannelKind }) {
  const connectors = useData(connectorsQuery, undefined)
  return (
    <QueryView query={connectors} skeleton={<Skeleton height={420} />} quiet>
      {(data) => <WithConnectors {...props} connectors={data} />}
    </QueryView>
  )
}

const customFields = { connector: ConnectorField } as const

function WithConnectors(
  props: ChannelFormProps & { readonly kind: ChannelKind; readonly connectors: readonly Connector[] },
) {
  const { kind, type, start, isCopy = false, preset, onSubmit, submitLabel, guard = true, connectors } = props
  const texts = useMessages(formMessages)
  const infoOf = useTypeInfo()
  const fitting = useMemo(() => connectors.filter((one) => one.type === type), [connectors, type])
  const { data: others } = useData(channelQueries[kind].summaries, undefined)
  const taken = useMemo(() => (others ?? []).filter((one) => one.type === type).map(({ name }) => name), [others, type])
  const { run: probe } = useChange(channelChanges[kind].probe)
  const ofMessage = useMessagePlaceholders()
  const [own, setOwn] = useState(start?.connector)
  const [edited, setEdited] = useState<{ readonly draft: NewConnector | undefined }>()
  const drafts = useMemo(() => {
    const others = (props.drafts ?? []).filter((one) => one.type === type && one.name !== own?.name)
    return own ? [...others, own] : others
  }, [props.drafts, type, own])
  // Only from the connectors at the time the form opens, so that the selection does not change later.
  const [only] = useState(preset ?? (fitting.length === 1 ? fitting[0]?.name : undefined))
  const value = useMemo(
    () => start?.channel ?? { ...exampleOf(kind, type), ...(only !== undefined && { connector: only }) },
    [start, kind, type, only],
  )
  const original = typeof value.name === 'string' ? value.name : type
  const choice = useMemo(
    () => ({
      connectors: fitting,
      drafts,
      label: infoOf(type).label,
      onNew: (draft: NewConnector | undefined) => setEdited({ draft }),
    }),
    [fitting, drafts, infoOf, type],
  )
  const draftOf = (settings: Readonly<Record<string, unknown>>) =>
    drafts.find(({ name }) => name === settings.connector)
  return (
    <ConnectorChoice value={choice}>
      <KindForm
        kind={kind}
        type={type}
        mode={isCopy ? 'copy' : 'create'}
        value={value}
        {...(isCopy && { name: copyName(original, taken) })}
        taken={taken}
        guard={guard}
        onDirty={props.onDirty}
        customFields={customFields}
        completions={props.placeholders ?? ofMessage}
        saveLabel={submitLabel ?? texts.create}
        onTest={async (settings) => {
          if (draftOf(settings)) throw new LocalizedError(texts.testNeedsConnector)
          await probe(asChannel(settings))
        }}
        onSave={(settings) => onSubmit({ channel: asChannel(settings), connector: draftOf(settings) })}
      />
      <FormDrawer
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={texts.newConnector}
        size={820}
      >
        {({ onDirty }) => (
          <ConnectorForm
            type={type}
            start={edited?.draft}
            guard={false}
            onDirty={onDirty}
            submitLabel={texts.useConnector}
            onSubmit={async (connector) => {
              setOwn(connector)
              setEdited(undefined)
            }}
          />
        )}
      </FormDrawer>
    </ConnectorChoice>
  )
}

/** The form has checked these fields, and the broker checks them again. */
export const asChannel = (settings: Readonly<Record<string, unknown>>): NewAction => ({
  ...settings,
  type: String(settings.type),
  name: String(settings.name),
  connector: String(settings.connector),
})
