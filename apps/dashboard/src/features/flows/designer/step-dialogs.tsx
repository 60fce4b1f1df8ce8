import type { NewAction } from '@mqdeck/contract'
import { outputsOf, withFrom } from '@mqdeck/rules/catalog'
import { useMemo, useState } from 'react'
import { QueryView, useData } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Button, type Completion, Dim, Drawer, FormDrawer, Skeleton, Stack } from '../../../ui/index.ts'
import {
  asChannel,
  type ChannelDraft,
  type ChannelKind,
  ChannelSettings,
  channelQueries,
  copyName,
  idOf,
  partsOf,
  settingsOf,
} from '../../integrations/index.ts'
import {
  ActionDialog,
  columnsOf,
  InputDialog,
  NewChannelDrawer,
  outputId,
  RepublishDrawer,
  type useRuleTools,
} from '../../rules/index.ts'
import {
  type FlowDraft,
  type FlowNode,
  inputsOf,
  isForeach,
  newConnectorsOf,
  outputOf,
  withChangedSource,
  withEdited,
  withInput,
  withNewSource,
  withOutput,
} from '../draft/flow-draft.ts'
import { flowMessages } from '../messages.ts'
import { FieldsDrawer } from './fields-drawer.tsx'
import { FilterDrawer } from './filter-drawer.tsx'

/** The dialog that is open: of a new step, or of a node. */
export type Opened =
  | { readonly what: 'input' | 'newSource' | 'fields' | 'filter' | 'existingAction' | 'newAction' | 'republish' }
  | { readonly what: 'node'; readonly node: FlowNode }
  | { readonly what: 'copy'; readonly id: string }

interface StepDialogsProps {
  readonly opened: Opened | undefined
  readonly onClose: () => void
  readonly draft: FlowDraft
  readonly tools: ReturnType<typeof useRuleTools>
  readonly isLocked: boolean
  readonly onChange: (draft: FlowDraft) => void
  /** Opens the SQL instead. */
  readonly onSql: () => void
}

/** The forms of all steps. */
export function StepDialogs({ opened, onClose, draft, tools, isLocked, onChange, onSql }: StepDialogsProps) {
  const texts = useMessages(flowMessages)
  const { events, read, placeholders } = tools
  const node = opened?.what === 'node' ? opened.node : undefined
  const kind = node?.kind
  const columns = useMemo(
    () => [...new Set(read.statement?.sources.flatMap((source) => columnsOf(source, events) ?? []))],
    [read, events],
  )
  const results = useMemo(
    () => (read.statement ? outputsOf(read.statement, (source) => columnsOf(source, events) ?? []) : []),
    [read, events],
  )
  const drafts = useMemo(() => newConnectorsOf(draft), [draft])
  const inputs = inputsOf(draft.sql)
  const actions = draft.outputs.flatMap((one) => (one.kind === 'builtIn' ? [] : [outputId(one)]))
  const sources = draft.newSources.map(({ channel }) => idOf(channel))
  const found = node && outputOf(draft, node.id)
  const isMessage = kind === 'topic' || kind === 'event'
  const newAction = kind === 'action' && found?.output.kind === 'new' ? found.output.draft : undefined
  const newSource = kind === 'source' ? draft.newSources.find(({ channel }) => idOf(channel) === node?.name) : undefined
  const isExisting = (kind === 'action' && !newAction) || (kind === 'source' && !newSource)
  const republish = found?.output.kind === 'builtIn' && kind === 'republish' ? found.output.action.args : undefined
  const hasNoForm = kind === 'console' || kind === 'builtIn' || (kind === 'function' && isForeach(draft.sql))
  const what = opened?.what
  return (
    <>
      {!isLocked && (
        <>
          <InputDialog
            key={node?.id}
            opened={what === 'input' || isMessage}
            onClose={onClose}
            present={inputs.filter((text) => text !== (isMessage ? node?.name : undefined))}
            events={events}
            start={isMessage ? node?.name : undefined}
            onAdd={(text) =>
              onChange(
                isMessage
                  ? {
                      ...draft,
                      sql: withFrom(
                        draft.sql,
                        inputs.map((one) => (one === node?.name ? text : one)),
                      ),
                    }
                  : withInput(draft, text),
              )
            }
          />
          <NewChannelDrawer
            kind="source"
            opened={what === 'newSource' || newSource !== undefined}
            onClose={onClose}
            start={newSource}
            drafts={drafts}
            taken={sources.filter((id) => id !== (newSource && idOf(newSource.channel)))}
            placeholders={placeholders}
            onDone={(source) =>
              onChange(
                newSource ? withChangedSource(draft, idOf(newSource.channel), source) : withNewSource(draft, source),
              )
            }
          />
          <FieldsDrawer
            opened={what === 'fields' || (kind === 'function' && !hasNoForm)}
            onClose={onClose}
            sql={draft.sql}
            columns={columns}
            onDone={(sql) => onChange({ ...draft, sql })}
          />
          <FilterDrawer
            opened={what === 'filter' || kind === 'filter'}
            onClose={onClose}
            sql={draft.sql}
            columns={[...new Set([...results, ...columns])]}
            onDone={(sql) => onChange({ ...draft, sql })}
          />
          <ActionDialog
            opened={what === 'existingAction'}
            onClose={onClose}
            present={actions}
            onAdd={(id) => onChange(withOutput(draft, { kind: 'action', id }))}
          />
          <NewChannelDrawer
            kind="action"
            opened={what === 'newAction' || newAction !== undefined}
            onClose={onClose}
            start={newAction}
            drafts={drafts}
            taken={actions.filter((id) => id !== (newAction && idOf(newAction.channel)))}
            placeholders={placeholders}
            onDone={(made) => onChange(withOutput(draft, { kind: 'new', draft: made }, found?.index))}
          />
          <RepublishDrawer
            opened={what === 'republish' || kind === 'republish'}
            onClose={onClose}
            start={republish}
            placeholders={placeholders}
            onDone={(args) =>
              onChange(withOutput(draft, { kind: 'builtIn', action: { function: 'republish', args } }, found?.index))
            }
          />
          <CopyDialog
            id={opened?.what === 'copy' ? opened.id : undefined}
            draft={draft}
            placeholders={placeholders}
            onClose={onClose}
            onChange={onChange}
          />
        </>
      )}
      <ExistingChannel
        node={isExisting ? node : undefined}
        draft={draft}
        placeholders={placeholders}
        onClose={onClose}
        onKeep={(settings) => node && onChange(withEdited(draft, node.id, settings))}
      />
      <Drawer opened={hasNoForm} onClose={onClose} title={kind ? texts.kinds[kind] : ''} size={440}>
        <Stack gap={4}>
          <Dim>
            {kind === 'console' ? texts.consoleNote : kind === 'function' ? texts.foreachNote : texts.unknownNote}
          </Dim>
          {kind === 'function' && (
            <div>
              <Button variant="primary" onClick={onSql}>
                {texts.editSql}
              </Button>
            </div>
          )}
        </Stack>
      </Drawer>
    </>
  )
}

interface ExistingChannelProps {
  readonly node: FlowNode | undefined
  readonly draft: FlowDraft
  readonly placeholders: readonly Completion[]
  readonly onClose: () => void
  readonly onKeep: (settings: NewAction) => void
}

/** The settings of an existing action or source. They are kept in the flow until it is saved. */
function ExistingChannel({ node, onClose, ...props }: ExistingChannelProps) {
  const texts = useMessages(flowMessages)
  const title = node?.kind === 'action' ? texts.editAction(node.name) : texts.editSource(node?.name ?? '')
  return (
    <FormDrawer opened={node !== undefined} onClose={onClose} title={title} size={840}>
      {({ onDirty }) => node && <ExistingForm node={node} onDirty={onDirty} {...props} />}
    </FormDrawer>
  )
}

function ExistingForm({
  node,
  draft,
  placeholders,
  onKeep,
  onDirty,
}: Omit<ExistingChannelProps, 'onClose' | 'node'> & {
  readonly node: FlowNode
  readonly onDirty: (isDirty: boolean) => void
}) {
  const texts = useMessages(flowMessages)
  const kind: ChannelKind = node.kind === 'action' ? 'action' : 'source'
  const query = useData(channelQueries[kind].one, { id: node.name })
  const [before] = useState(draft.edited[node.id])
  const [drafts] = useState(() => newConnectorsOf(draft))
  return (
    <QueryView query={query} skeleton={<Skeleton height={420} />} quiet>
      {(channel) => (
        <Stack gap={4}>
          <Dim>{texts.editNote}</Dim>
          <ChannelSettings
            kind={kind}
            channel={channel}
            {...(kind === 'action' && { placeholders })}
            keep={{ before, drafts, label: texts.keepSettings, onKeep, onDirty }}
          />
        </Stack>
      )}
    </QueryView>
  )
}

type CopyProps = Omit<CopyDialogProps, 'id'>

interface CopyDialogProps {
  readonly id: string | undefined
  readonly draft: FlowDraft
  readonly placeholders: readonly Completion[]
  readonly onClose: () => void
  readonly onChange: (draft: FlowDraft) => void
}

/** A copy of an output: a new action with the same settings, or another republish. */
function CopyDialog({ id, ...shown }: CopyDialogProps) {
  const { draft, placeholders, onClose, onChange } = shown
  const output = id === undefined ? undefined : outputOf(draft, id)?.output
  return (
    <>
      <RepublishDrawer
        opened={output?.kind === 'builtIn'}
        onClose={onClose}
        start={output?.kind === 'builtIn' ? output.action.args : undefined}
        placeholders={placeholders}
        onDone={(args) => onChange(withOutput(draft, { kind: 'builtIn', action: { function: 'republish', args } }))}
      />
      {output?.kind === 'new' && <CopiedAction {...shown} original={output.draft.channel} />}
      {output?.kind === 'action' && <ExistingCopy {...shown} id={output.id} />}
    </>
  )
}

function ExistingCopy({ id, ...shown }: CopyProps & { readonly id: string }) {
  const { data } = useData(channelQueries.action.one, { id })
  return data ? (
    <CopiedAction {...shown} original={asChannel({ ...settingsOf(data, undefined), ...partsOf(id) })} />
  ) : null
}

function CopiedAction({
  draft,
  placeholders,
  onClose,
  onChange,
  original,
}: CopyProps & { readonly original: NewAction }) {
  const { data: others } = useData(channelQueries.action.summaries, undefined)
  const taken = draft.outputs.flatMap((one) => (one.kind === 'builtIn' ? [] : [outputId(one)]))
  const names = [...taken, ...(others ?? []).map(idOf)].map((one) => partsOf(one).name)
  const [start] = useState((): ChannelDraft => ({ channel: { ...original, name: copyName(original.name, names) } }))
  const [drafts] = useState(() => newConnectorsOf(draft))
  return (
    <NewChannelDrawer
      kind="action"
      opened
      onClose={onClose}
      start={start}
      drafts={drafts}
      taken={taken}
      placeholders={placeholders}
      onDone={(made) => onChange(withOutput(draft, { kind: 'new', draft: made }))}
    />
  )
}
