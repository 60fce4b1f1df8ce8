import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconFilter,
  IconListDetails,
  IconPlus,
  IconRepeat,
  IconSend,
  IconTerminal2,
} from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { MissingOptionsNotice, ReadOnlyNote, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Button, IconButton, Menu, SegmentedControl, Stack, useSearchState } from '../../../ui/index.ts'
import {
  type DraftEditorProps,
  editorMessages,
  Identity,
  idPattern,
  SaveBar,
  SqlSection,
  SqlTest,
  useRuleTools,
  useSaving,
  WatchedTest,
} from '../../rules/index.ts'
import { FlowCanvas } from '../canvas/flow-canvas.tsx'
import {
  countFlowChanges,
  type FlowDraft,
  type FlowNode,
  graphOf,
  problemOf,
  withOutput,
  withoutNode,
} from '../draft/flow-draft.ts'
import { useHistory } from '../draft/use-history.ts'
import type { Rates } from '../map/rates.ts'
import { flowMessages } from '../messages.ts'
import styles from './designer.module.css'
import { addressOf, openedAt, StepDialogs } from './step-dialogs.tsx'
import { useDesignerCanvas } from './use-designer-canvas.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import { useTestValues } from './use-test-values.ts'

interface FlowDesignerProps extends DraftEditorProps<FlowDraft> {
  /** Current rates. Undefined for a new flow. */
  readonly rates?: Rates
}

const icon = { size: 16, 'aria-hidden': true } as const

/** Nodes of an empty flow with the panels that they open. */
const placeholders: ReadonlyMap<string, string> = new Map([
  ['placeholder:input', addressOf.addition('input')],
  ['placeholder:output', addressOf.addition('existingAction')],
])

const views = ['picture', 'sql'] as const
const search = z.object({
  view: z.enum(views).default('picture').catch('picture'),
  /** The open step, see `openedAt`. */
  step: z.string().optional(),
})

/** Edits a rule as a picture or as SQL, with undo and a test whose values appear in the picture. */
export function FlowDesigner({ start, exists, onSave, onDirty, readOnly = false, note, rates }: FlowDesignerProps) {
  const texts = useMessages(flowMessages)
  const editor = useMessages(editorMessages)
  const isViewer = useIsViewer()
  const isLocked = readOnly || isViewer
  const history = useHistory(start)
  const [seen, setSeen] = useState(start)
  const [{ view, step }, setSearch] = useSearchState(search)
  const [closed, setClosed] = useState<string>()
  const [isTesting, setTesting] = useState(false)
  const draft = history.now
  if (seen !== start) {
    setSeen(start)
    history.reset(start)
  }
  const tools = useRuleTools(start.id, draft.sql)
  const values = useTestValues(draft.sql)
  const changes = countFlowChanges(draft, start)
  const isDirty = !isLocked && changes > 0
  const report = (next: FlowDraft) => {
    saving.clearError()
    onDirty?.(countFlowChanges(next, start) > 0)
  }
  const change = (next: FlowDraft, name?: string) => {
    history.set(next, name)
    report(next)
  }
  const { nodes } = graphOf(draft)
  // The URL changes later than the draft, so a step is closed before it leaves the URL.
  if (closed !== undefined && closed !== step) setClosed(undefined)
  const opened = step === closed ? undefined : openedAt(step, nodes)
  const open = (address: string) => {
    setClosed(undefined)
    setSearch({ step: address }, { keepScroll: true })
  }
  const add = (addition: Parameters<typeof addressOf.addition>[0]) => open(addressOf.addition(addition))
  const close = (change: { readonly view?: 'sql' } = {}) => {
    setClosed(step)
    setSearch({ step: undefined, ...change }, { keepScroll: true })
  }
  const remove = (id: string) => {
    const node = nodes.find((one) => one.id === id)
    if (node) change(withoutNode(draft, node))
  }
  const canvas = useDesignerCanvas({ draft, rates, values, isLocked })
  const isBadId = !exists && !idPattern.test(draft.id)
  const found = problemOf(draft)
  const problem = isBadId ? texts.problems.id : found && texts.problems[found]
  const saving = useSaving(isDirty, problem, () => onSave(draft))
  const undo = () => {
    const next = history.undo()
    if (next) report(next)
  }
  const redo = () => {
    const next = history.redo()
    if (next) report(next)
  }
  useShortcuts(!isLocked && opened === undefined, { undo, redo, save: () => void saving.save() })
  const hasConsole = nodes.some(({ kind }) => kind === 'console')
  const has = (kind: FlowNode['kind']) => nodes.some((node) => node.kind === kind)
  const test = {
    ...tools.test,
    isSaved: changes === 0,
    onRunning: setTesting,
    onOutcome: values.show,
  }
  return (
    <Stack gap={4}>
      {isLocked && <ReadOnlyNote />}
      <Identity
        draft={draft}
        exists={exists}
        isLocked={isLocked}
        isBadId={isBadId}
        onChange={(part, field) => change({ ...draft, ...part }, field)}
      />
      {!isLocked && <MissingOptionsNotice queries={tools.queries} />}
      <div className={styles.toolbar}>
        <SegmentedControl
          label={texts.view}
          value={view}
          onChange={(next) => setSearch({ view: next }, { keepScroll: true })}
          options={views.map((value) => ({ value, label: texts.views[value] }))}
        />
        {!isLocked && (
          <>
            <IconButton
              label={texts.undo}
              icon={<IconArrowBackUp {...icon} />}
              disabled={!history.canUndo}
              onClick={undo}
            />
            <IconButton
              label={texts.redo}
              icon={<IconArrowForwardUp {...icon} />}
              disabled={!history.canRedo}
              onClick={redo}
            />
            <span className={styles.spread} />
            <Menu
              trigger={<Button icon={<IconPlus {...icon} />}>{editor.addInput}</Button>}
              items={[
                { label: texts.placeholderInputNote, onSelect: () => add('input') },
                { label: texts.newSource, onSelect: () => add('source') },
              ]}
            />
            <Menu
              trigger={<Button icon={<IconPlus {...icon} />}>{texts.addStep}</Button>}
              items={[
                {
                  label: texts.function,
                  icon: <IconListDetails {...icon} />,
                  onSelect: () => add('fields'),
                  disabled: has('function'),
                },
                {
                  label: texts.filter,
                  icon: <IconFilter {...icon} />,
                  onSelect: () => add('filter'),
                  disabled: has('filter'),
                },
              ]}
            />
            <Menu
              trigger={<Button icon={<IconPlus {...icon} />}>{texts.addOutput}</Button>}
              items={[
                {
                  label: editor.existingAction,
                  icon: <IconSend {...icon} />,
                  onSelect: () => add('existingAction'),
                },
                {
                  label: editor.newAction,
                  icon: <IconPlus {...icon} />,
                  onSelect: () => add('action'),
                },
                {
                  label: editor.republish,
                  icon: <IconRepeat {...icon} />,
                  onSelect: () => add('republish'),
                },
                {
                  label: editor.console,
                  icon: <IconTerminal2 {...icon} />,
                  disabled: hasConsole,
                  note: editor.consoleNote,
                  onSelect: () => change(withOutput(draft, { kind: 'builtIn', action: { function: 'console' } })),
                },
              ]}
            />
          </>
        )}
      </div>
      {view === 'picture' ? (
        <FlowCanvas
          label={texts.pictureOf(draft.id)}
          nodes={canvas.nodes}
          edges={canvas.edges}
          positionsOf={exists ? start.id : ''}
          turns
          onOpen={(id) => open(placeholders.get(id) ?? id)}
          onRemove={isLocked ? undefined : remove}
          onCopy={isLocked ? undefined : (id) => open(addressOf.copy(id))}
        />
      ) : (
        <SqlSection
          sql={draft.sql}
          onChange={(sql) => change({ ...draft, sql }, 'sql')}
          onExample={(example) => {
            change({ ...draft, sql: example.sql })
            tools.takeExample(example)
          }}
          read={tools.read}
          help={tools.help}
          readOnly={isLocked}
        />
      )}
      {!isViewer && (exists ? <WatchedTest ruleId={start.id} {...test} /> : <SqlTest ruleId={undefined} {...test} />)}
      {note}
      <SaveBar
        saving={saving}
        changes={changes}
        exists={exists}
        isLocked={isLocked}
        problem={problem}
        isTesting={isTesting}
        onDiscard={() => {
          history.reset(start)
          onDirty?.(false)
        }}
      />
      <StepDialogs
        opened={opened}
        onClose={() => close()}
        draft={draft}
        tools={tools}
        isLocked={isLocked}
        onChange={(next) => {
          change(next)
          close()
        }}
        onSql={() => close({ view: 'sql' })}
      />
    </Stack>
  )
}
