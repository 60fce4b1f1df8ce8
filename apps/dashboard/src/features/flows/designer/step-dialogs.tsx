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

const additions = ['input', 'source', 'fields', 'filter', 'existingAction', 'action', 'republish'] as const
type Addition = (typeof additions)[number]

/** The dialog that is open: of a new step, of a step of the draft, or of a copy of an output. */
export type Opened =
  | { readonly what: 'addition'; readonly of: Addition }
  | { readonly what: 'node'; readonly node: FlowNode }
  | { readonly what: 'copy'; readonly id: string }

/** In the URL: the ID of a node, or one of these. */
export const addressOf = { addition: (of: Addition) => `add:${of}`, copy: (id: string) => `copy:${id}` }

/** @returns undefined for steps that the draft does not have */
export function openedAt(address: string | undefined, nodes: readonly FlowNode[]): Opened | undefined {
  const of = additions.find((one) => address === addressOf.addition(one))
  if (of) return { what: 'addition', of }
  const copied = nodes.find(({ id }) => address === addressOf.copy(id))
  if (copied) return { what: 'copy', id: copied.id }
  const node = nodes.find(({ id }) => address === id)
  return node && { what: 'node', node }
}

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

type RepublishArgs = Parameters<typeof RepublishDrawer>[0]['start']

/** The form of the open step. */
export function StepDialogs({ opened, ...props }: StepDialogsProps) {
  const key = JSON.stringify(opened && (opened.what === 'node' ? opened.node.id : opened))
  const [last, setLast] = useState({ key, opened })
  if (opened && last.key !== key) setLast({ key, opened })
  // The dialog fades out after it was closed.
  const shown = opened ?? last.opened
  return shown && <StepDialog key={opened ? key : last.key} {...props} of={shown} isOpen={opened !== undefined} />
}

interface StepDialogProps extends Omit<StepDialogsProps, 'opened'> {
  readonly of: Opened
  readonly isOpen: boolean
}

function StepDialog({ of, isOpen, onClose, draft, tools, isLocked, onChange, onSql }: StepDialogProps) {
  const { events, read, placeholders } = tools
  const columns = useMemo(
    () => [...new Set(read.statement?.sources.flatMap((source) => columnsOf(source, events) ?? []))],
    [read, events],
  )
  const results = useMemo(
    () => (read.statement ? outputsOf(read.statement, (source) => columnsOf(source, events) ?? []) : []),
    [read, events],
  )
  const drafts = useMemo(() => newConnectorsOf(draft), [draft])
  const dialog = { opened: isOpen, onClose }
  const inputs = inputsOf(draft.sql)
  const actions = draft.outputs.flatMap((one) => (one.kind === 'builtIn' ? [] : [outputId(one)]))
  const sources = draft.newSources.map(({ channel }) => idOf(channel))

  const inputDialog = (start?: string) => (
    <InputDialog
      {...dialog}
      present={inputs.filter((text) => text !== start)}
      events={events}
      start={start}
      onAdd={(text) => {
        const changed = inputs.map((one) => (one === start ? text : one))
        onChange(start === undefined ? withInput(draft, text) : { ...draft, sql: withFrom(draft.sql, changed) })
      }}
    />
  )
  const sourceDialog = (start?: ChannelDraft) => (
    <NewChannelDrawer
      {...dialog}
      kind="source"
      start={start}
      drafts={drafts}
      taken={sources.filter((id) => id !== (start && idOf(start.channel)))}
      placeholders={placeholders}
      onDone={(source) =>
        onChange(start ? withChangedSource(draft, idOf(start.channel), source) : withNewSource(draft, source))
      }
    />
  )
  /** `index` of an output to replace. */
  const actionDialog = (start?: ChannelDraft, index?: number) => (
    <NewChannelDrawer
      {...dialog}
      kind="action"
      start={start}
      drafts={drafts}
      taken={actions.filter((id) => id !== (start && idOf(start.channel)))}
      placeholders={placeholders}
      onDone={(made) => onChange(withOutput(draft, { kind: 'new', draft: made }, index))}
    />
  )
  const republishDialog = (start?: RepublishArgs, index?: number) => (
    <RepublishDrawer
      {...dialog}
      start={start}
      placeholders={placeholders}
      onDone={(args) =>
        onChange(withOutput(draft, { kind: 'builtIn', action: { function: 'republish', args } }, index))
      }
    />
  )
  const sqlDialog = { ...dialog, sql: draft.sql, onDone: (sql: string) => onChange({ ...draft, sql }) }
  const fieldsDialog = () => <FieldsDrawer {...sqlDialog} columns={columns} />
  const filterDialog = () => <FilterDrawer {...sqlDialog} columns={[...new Set([...results, ...columns])]} />
  const existingChannel = (node: FlowNode) => (
    <ExistingChannel
      {...dialog}
      node={node}
      draft={draft}
      placeholders={placeholders}
      onKeep={(settings) => onChange(withEdited(draft, node.id, settings))}
    />
  )
  const note = (node: FlowNode) => <StepNote {...dialog} kind={node.kind} onSql={onSql} />

  const additionDialog = (addition: Addition) => {
    switch (addition) {
      case 'input':
        return inputDialog()
      case 'source':
        return sourceDialog()
      case 'fields':
        return fieldsDialog()
      case 'filter':
        return filterDialog()
      case 'existingAction':
        return (
          <ActionDialog
            {...dialog}
            present={actions}
            onAdd={(id) => onChange(withOutput(draft, { kind: 'action', id }))}
          />
        )
      case 'action':
        return actionDialog()
      case 'republish':
        return republishDialog()
    }
  }
  const nodeDialog = (node: FlowNode) => {
    const found = outputOf(draft, node.id)
    switch (node.kind) {
      case 'topic':
      case 'event':
        return isLocked ? null : inputDialog(node.name)
      case 'source': {
        const made = draft.newSources.find(({ channel }) => idOf(channel) === node.name)
        return !made ? existingChannel(node) : isLocked ? null : sourceDialog(made)
      }
      case 'function':
        return isForeach(draft.sql) ? note(node) : isLocked ? null : fieldsDialog()
      case 'filter':
        return isLocked ? null : filterDialog()
      case 'action': {
        const made = found?.output.kind === 'new' ? found.output.draft : undefined
        return !made ? existingChannel(node) : isLocked ? null : actionDialog(made, found?.index)
      }
      case 'republish': {
        const args = found?.output.kind === 'builtIn' ? found.output.action.args : undefined
        return isLocked ? null : republishDialog(args, found?.index)
      }
      case 'console':
      case 'builtIn':
        return note(node)
    }
  }
  if (of.what === 'node') return nodeDialog(of.node)
  if (isLocked) return null
  if (of.what === 'addition') return additionDialog(of.of)
  return <CopyDialog {...dialog} id={of.id} draft={draft} placeholders={placeholders} onChange={onChange} />
}

interface StepNoteProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly kind: FlowNode['kind']
  readonly onSql: () => void
}

/** Explains a step that has no form. */
function StepNote({ opened, onClose, kind, onSql }: StepNoteProps) {
  const texts = useMessages(flowMessages)
  return (
    <Drawer opened={opened} onClose={onClose} title={texts.kinds[kind]} size={440}>
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
  )
}

interface ExistingChannelProps {
  readonly opened: boolean
  readonly node: FlowNode
  readonly draft: FlowDraft
  readonly placeholders: readonly Completion[]
  readonly onClose: () => void
  readonly onKeep: (settings: NewAction) => void
}

/** The settings of an existing action or source. They are kept in the flow until it is saved. */
function ExistingChannel({ opened, node, onClose, ...props }: ExistingChannelProps) {
  const texts = useMessages(flowMessages)
  const title = node.kind === 'action' ? texts.editAction(node.name) : texts.editSource(node.name)
  return (
    <FormDrawer opened={opened} onClose={onClose} title={title} size={840}>
      {({ onDirty }) => <ExistingForm node={node} onDirty={onDirty} {...props} />}
    </FormDrawer>
  )
}

function ExistingForm({
  node,
  draft,
  placeholders,
  onKeep,
  onDirty,
}: Omit<ExistingChannelProps, 'opened' | 'onClose'> & {
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
  readonly opened: boolean
  readonly id: string
  readonly draft: FlowDraft
  readonly placeholders: readonly Completion[]
  readonly onClose: () => void
  readonly onChange: (draft: FlowDraft) => void
}

/** A copy of an output: a new action with the same settings, or another republish. */
function CopyDialog({ id, ...shown }: CopyDialogProps) {
  const { opened, draft, placeholders, onClose, onChange } = shown
  const output = outputOf(draft, id)?.output
  switch (output?.kind) {
    case undefined:
      return null
    case 'builtIn':
      return (
        <RepublishDrawer
          opened={opened}
          onClose={onClose}
          start={output.action.args}
          placeholders={placeholders}
          onDone={(args) => onChange(withOutput(draft, { kind: 'builtIn', action: { function: 'republish', args } }))}
        />
      )
    case 'new':
      return <CopiedAction {...shown} original={output.draft.channel} />
    case 'action':
      return <ExistingCopy {...shown} id={output.id} />
  }
}

function ExistingCopy({ id, ...shown }: CopyProps & { readonly id: string }) {
  const { data } = useData(channelQueries.action.one, { id })
  return data ? (
    <CopiedAction {...shown} original={asChannel({ ...settingsOf(data, undefined), ...partsOf(id) })} />
  ) : null
}

function CopiedAction({
  opened,
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
      opened={opened}
      onClose={onClose}
      start={start}
      drafts={drafts}
      taken={taken}
      placeholders={placeholders}
      onDone={(made) => onChange(withOutput(draft, { kind: 'new', draft: made }))}
    />
  )
}
