import { useMantineEnv } from '@mantine/core'
import { type ComponentType, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useMessages } from '../i18n/index.ts'
import styles from './code-editor.module.css'
import type { CodeEditorViewProps, CodeHelp, CodeLanguage, Completion, Diagnostic } from './code-editor-types.ts'
import type { FieldProps } from './field.ts'
import { FieldFrame } from './field-frame.tsx'
import fieldStyles from './fields.module.css'
import { formMessages } from './form-messages.ts'
import { join } from './layout.tsx'

export interface CodeEditorProps extends Omit<FieldProps, 'label' | 'aria-label'> {
  readonly value: string
  readonly onChange?: (value: string) => void
  readonly onBlur?: () => void
  readonly language: CodeLanguage
  readonly label: string
  /** The label is only read aloud: a heading says the same. */
  readonly hideLabel?: boolean
  readonly readOnly?: boolean
  /** Lines at least; it grows with the text up to `maxLines` and then scrolls. */
  readonly minLines?: number
  readonly maxLines?: number
  /** Labels that begin with `${` are offered for placeholders, the others as words. */
  readonly completions?: readonly Completion[]
  /** In the place of both: what somebody knows who can read the text. */
  readonly codeHelp?: CodeHelp | undefined
  /** Puts the caret there as soon as the editor has arrived. */
  readonly startAt?: number | undefined
  /** Places that are wrong. JSON without completions is also checked for its own mistakes. */
  readonly diagnostics?: readonly Diagnostic[]
}

/**
 * Code with line numbers, colours, completion and search. Until the editor has arrived (or if it never does) it is a plain
 * text area of the same size, which works. Under `UiProvider env="test"` it stays one.
 */
export function CodeEditor({
  value,
  onChange,
  onBlur,
  language,
  label,
  hideLabel = false,
  readOnly = false,
  minLines = 6,
  maxLines = 24,
  completions,
  codeHelp,
  startAt,
  diagnostics,
  placeholder,
  ...field
}: CodeEditorProps) {
  const { editorHint } = useMessages(formMessages)
  const hintId = useId()
  const plain = useRef<HTMLTextAreaElement>(null)
  const loaded = useEditor(plain)
  const lines = Math.min(maxLines, Math.max(minLines, value.split('\n').length))
  return (
    <FieldFrame {...field} label={hideLabel ? undefined : label} aria-label={label}>
      {(control) => (
        <div
          className={join(fieldStyles.input, fieldStyles.mono, styles.box)}
          data-disabled={field.disabled || undefined}
          data-invalid={control['aria-invalid']}
        >
          <span id={hintId} hidden>
            {editorHint}
          </span>
          {loaded ? (
            <loaded.Editor
              id={control.id}
              value={value}
              onChange={onChange ?? ignore}
              onBlur={onBlur}
              language={language}
              label={label}
              isReadOnly={readOnly}
              isDisabled={control.disabled}
              isInvalid={control['aria-invalid'] === true}
              isRequired={control['aria-required'] === true}
              minLines={minLines}
              maxLines={maxLines}
              completions={completions}
              help={codeHelp}
              diagnostics={diagnostics}
              placeholder={placeholder}
              describedBy={[control['aria-describedby'], hintId].filter(Boolean).join(' ')}
              caret={loaded.caret ?? startAt}
            />
          ) : (
            <textarea
              {...control}
              ref={plain}
              rows={lines}
              readOnly={readOnly}
              spellCheck={false}
              wrap="off"
              placeholder={placeholder}
              value={value}
              onChange={(event) => onChange?.(event.currentTarget.value)}
              onBlur={onBlur}
              className={styles.plain}
              style={{ height: lines * 20 + 12 }}
            />
          )}
        </div>
      )}
    </FieldFrame>
  )
}

interface Loaded {
  readonly Editor: ComponentType<CodeEditorViewProps>
  readonly caret: number | undefined
}

/** The editor once it is there, and where the caret was in the area that it replaces. */
function useEditor(plain: RefObject<HTMLTextAreaElement | null>): Loaded | undefined {
  const isTest = useMantineEnv() === 'test'
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    if (isTest) return
    let isGone = false
    import('./code-editor-view.tsx').then(
      ({ CodeEditorView }) => {
        if (isGone) return
        const area = plain.current
        const caret = area && document.activeElement === area ? area.selectionStart : undefined
        setLoaded({ Editor: CodeEditorView, caret })
      },
      // The server is gone or has a newer version: the plain area stays, and everything can be typed in it.
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [isTest, plain])
  return loaded
}

function ignore() {}
