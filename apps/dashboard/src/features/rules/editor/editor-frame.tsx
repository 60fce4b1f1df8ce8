import { type ReactNode, useState } from 'react'
import { useErrorText } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { FormBar, Notice, ScrollIntoView, Section, TextField, useUnsavedChangesGuard } from '../../../ui/index.ts'
import styles from './editor.module.css'
import { editorMessages } from './editor-messages.ts'
import type { RuleDraft } from './rule-draft.ts'

/** Properties that both editors of a rule have in common: the form and the flow. */
export interface DraftEditorProps<Draft> {
  /** Initial values. A new object resets the editor, so it must be stable. */
  readonly start: Draft
  /** True for an existing rule, whose ID cannot change. */
  readonly exists: boolean
  /** Rejects with the error of the broker. */
  readonly onSave: (draft: Draft) => Promise<unknown>
  /** Called when unsaved changes appear or disappear. */
  readonly onDirty?: (isDirty: boolean) => void
  readonly readOnly?: boolean
  /** Shown above the save bar. */
  readonly note?: ReactNode
}

/** Saves a draft unless it has a problem, and asks before the user leaves unsaved changes. */
export function useSaving(isDirty: boolean, problem: string | undefined, onSave: () => Promise<unknown>) {
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>()
  const mayLeave = useUnsavedChangesGuard(isDirty && !isSaving)
  const save = async () => {
    if (problem !== undefined || isSaving) return
    setSaving(true)
    setError(undefined)
    try {
      mayLeave()
      await onSave()
    } catch (reason) {
      setError(reason)
    } finally {
      setSaving(false)
    }
  }
  return { save, isSaving, error, clearError: () => setError(undefined) }
}

interface IdentityProps {
  readonly draft: RuleDraft
  readonly exists: boolean
  readonly isLocked: boolean
  readonly isBadId: boolean
  readonly onChange: (part: Partial<RuleDraft>, field: string) => void
}

/** ID, name and description. */
export function Identity({ draft, exists, isLocked, isBadId, onChange }: IdentityProps) {
  const texts = useMessages(editorMessages)
  return (
    <Section>
      <div className={styles.identity}>
        {!exists && (
          <TextField
            label={texts.id}
            required
            mono
            value={draft.id}
            onChange={(event) => onChange({ id: event.currentTarget.value }, 'id')}
            error={isBadId ? texts.badId : undefined}
            autoComplete="off"
          />
        )}
        <TextField
          label={texts.name}
          value={draft.name}
          disabled={isLocked}
          onChange={(event) => onChange({ name: event.currentTarget.value }, 'name')}
          autoComplete="off"
        />
        <TextField
          label={texts.descriptionLabel}
          value={draft.description}
          disabled={isLocked}
          onChange={(event) => onChange({ description: event.currentTarget.value }, 'description')}
          autoComplete="off"
        />
      </div>
    </Section>
  )
}

interface SaveBarProps {
  readonly saving: ReturnType<typeof useSaving>
  readonly changes: number
  readonly exists: boolean
  readonly isLocked: boolean
  readonly problem: string | undefined
  readonly isTesting: boolean
  readonly onDiscard: () => void
}

/** The error of the last attempt to save, and the bar with the buttons. */
export function SaveBar({ saving, changes, exists, isLocked, problem, isTesting, onDiscard }: SaveBarProps) {
  const texts = useMessages(editorMessages)
  const errorText = useErrorText()
  return (
    <>
      {saving.error !== undefined && (
        <ScrollIntoView trigger={saving.error}>
          <div role="alert">
            <Notice tone="red">{errorText(saving.error)}</Notice>
          </div>
        </ScrollIntoView>
      )}
      {!isLocked && (
        <FormBar
          changes={changes}
          isNew={!exists}
          onDiscard={() => {
            saving.clearError()
            onDiscard()
          }}
          onSave={() => void saving.save()}
          saving={saving.isSaving}
          problem={problem}
          blocked={isTesting && changes > 0 ? texts.testRuns : undefined}
          saveLabel={exists ? texts.save : texts.create}
        />
      )}
    </>
  )
}
