import { useState } from 'react'
import { MissingOptionsNotice, ReadOnlyNote, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Stack } from '../../../ui/index.ts'
import { WatchedTest } from '../runs/watched-test.tsx'
import { SqlTest } from '../test/sql-test.tsx'
import styles from './editor.module.css'
import { type DraftEditorProps, Identity, SaveBar, useSaving } from './editor-frame.tsx'
import { editorMessages } from './editor-messages.ts'
import { InputList } from './input-list.tsx'
import { OutputList } from './output-list.tsx'
import { countChanges, idPattern, type RuleDraft } from './rule-draft.ts'
import { useRuleTools } from './rule-tools.ts'
import { SqlSection } from './sql-section.tsx'

/** Editor of a rule, with SQL, inputs, outputs and tests. */
export function RuleEditor({ start, exists, onSave, onDirty, readOnly = false, note }: DraftEditorProps<RuleDraft>) {
  const texts = useMessages(editorMessages)
  const isViewer = useIsViewer()
  const isLocked = readOnly || isViewer
  const [draft, setDraft] = useState(start)
  const [seen, setSeen] = useState(start)
  const [isTesting, setTesting] = useState(false)
  if (seen !== start) {
    setSeen(start)
    setDraft(start)
  }
  const tools = useRuleTools(start.id, draft.sql)
  const { read, events, placeholders } = tools
  const changes = countChanges(draft, start)
  const isDirty = !isLocked && changes > 0
  const change = (part: Partial<RuleDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    saving.clearError()
    onDirty?.(countChanges(next, start) > 0)
  }
  const isBadId = !exists && !idPattern.test(draft.id)
  const problem = isBadId
    ? texts.invalidId
    : read.errors.length > 0 || draft.sql.trim() === ''
      ? texts.invalidSql
      : undefined
  const saving = useSaving(isDirty, problem, () => onSave(draft))
  const test = { ...tools.test, isSaved: changes === 0, onRunning: setTesting }
  return (
    <Stack gap={4}>
      {isLocked && <ReadOnlyNote />}
      <Identity draft={draft} exists={exists} isLocked={isLocked} isBadId={isBadId} onChange={change} />
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
      <SaveBar
        saving={saving}
        changes={changes}
        exists={exists}
        isLocked={isLocked}
        problem={problem}
        isTesting={isTesting}
        onDiscard={() => {
          setDraft(start)
          onDirty?.(false)
        }}
      />
    </Stack>
  )
}
