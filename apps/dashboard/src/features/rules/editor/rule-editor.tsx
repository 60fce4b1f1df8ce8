import { type ReactNode, useState } from 'react'
import { MissingOptionsNotice, ReadOnlyNote, useErrorText, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import {
  FormBar,
  Notice,
  ScrollIntoView,
  Section,
  Stack,
  TextField,
  useUnsavedChangesGuard,
} from '../../../ui/index.ts'
import { WatchedTest } from '../runs/watched-test.tsx'
import { SqlTest } from '../test/sql-test.tsx'
import styles from './editor.module.css'
import { editorMessages } from './editor-messages.ts'
import { InputList } from './input-list.tsx'
import { OutputList } from './output-list.tsx'
import { countChanges, idPattern, type RuleDraft } from './rule-draft.ts'
import { useRuleTools } from './rule-tools.ts'
import { SqlSection } from './sql-section.tsx'

interface RuleEditorProps {
  /** Initial values. A new object resets the editor, so it must be stable. */
  readonly start: RuleDraft
  /** True for an existing rule, whose ID cannot change. */
  readonly exists: boolean
  /** Rejects with the error of the broker. */
  readonly onSave: (draft: RuleDraft) => Promise<unknown>
  /** Called when unsaved changes appear or disappear. */
  readonly onDirty?: (isDirty: boolean) => void
  readonly readOnly?: boolean
  /** Shown above the save bar. */
  readonly note?: ReactNode
}

/** Editor of a rule, with SQL, inputs, outputs and tests. */
export function RuleEditor({ start, exists, onSave, onDirty, readOnly = false, note }: RuleEditorProps) {
  const texts = useMessages(editorMessages)
  const errorText = useErrorText()
  const isViewer = useIsViewer()
  const isLocked = readOnly || isViewer
  const [draft, setDraft] = useState(start)
  const [seen, setSeen] = useState(start)
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>()
  const [isTesting, setTesting] = useState(false)
  if (seen !== start) {
    setSeen(start)
    setDraft(start)
  }
  const tools = useRuleTools(start.id, draft.sql)
  const { read, events, placeholders } = tools
  const changes = countChanges(draft, start)
  const isDirty = !isLocked && changes > 0
  const mayLeave = useUnsavedChangesGuard(isDirty && !saving)
  const change = (part: Partial<RuleDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    setError(undefined)
    onDirty?.(countChanges(next, start) > 0)
  }
  const idFault = !exists && !idPattern.test(draft.id) ? texts.badId : undefined
  const problem = idFault
    ? texts.invalidId
    : read.errors.length > 0 || draft.sql.trim() === ''
      ? texts.invalidSql
      : undefined
  const save = async () => {
    if (problem !== undefined) return
    setSaving(true)
    setError(undefined)
    try {
      mayLeave()
      await onSave(draft)
    } catch (reason) {
      setError(reason)
    } finally {
      setSaving(false)
    }
  }
  const test = { ...tools.test, isSaved: changes === 0, onRunning: setTesting }
  return (
    <Stack gap={4}>
      {isLocked && <ReadOnlyNote />}
      <Section>
        <div className={styles.identity}>
          {!exists && (
            <TextField
              label={texts.id}
              required
              mono
              value={draft.id}
              onChange={(event) => change({ id: event.currentTarget.value })}
              error={idFault}
              autoComplete="off"
            />
          )}
          <TextField
            label={texts.name}
            value={draft.name}
            disabled={isLocked}
            onChange={(event) => change({ name: event.currentTarget.value })}
            autoComplete="off"
          />
          <TextField
            label={texts.descriptionLabel}
            value={draft.description}
            disabled={isLocked}
            onChange={(event) => change({ description: event.currentTarget.value })}
            autoComplete="off"
          />
        </div>
      </Section>
      {!isLocked && <MissingOptionsNotice queries={tools.queries} />}
      <div className={styles.layout}>
        <SqlSection
          sql={draft.sql}
          onChange={(sql) => change({ sql })}
          onExample={(example) => {
            change({ sql: example.sql })
            tools.takeExample(example)
          }}
          read={read}
          help={tools.help}
          readOnly={isLocked}
        />
        <Stack gap={4} className={styles.side}>
          <InputList
            sql={draft.sql}
            onChange={(sql) => change({ sql })}
            read={read}
            events={events}
            readOnly={isLocked}
          />
          <OutputList
            outputs={draft.outputs}
            onChange={(outputs) => change({ outputs })}
            placeholders={placeholders}
            readOnly={isLocked}
          />
        </Stack>
        {!isViewer && (exists ? <WatchedTest ruleId={start.id} {...test} /> : <SqlTest ruleId={undefined} {...test} />)}
      </div>
      {note}
      {error !== undefined && (
        <ScrollIntoView trigger={error}>
          <div role="alert">
            <Notice tone="red">{errorText(error)}</Notice>
          </div>
        </ScrollIntoView>
      )}
      {!isLocked && (
        <FormBar
          changes={changes}
          isNew={!exists}
          onDiscard={() => {
            setDraft(start)
            setError(undefined)
            onDirty?.(false)
          }}
          onSave={() => void save()}
          saving={saving}
          problem={problem}
          blocked={isTesting && changes > 0 ? texts.testRuns : undefined}
          saveLabel={exists ? texts.save : texts.create}
        />
      )}
    </Stack>
  )
}
