import { useMantineEnv } from '@mantine/core'
import { type ComponentType, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import fieldStyles from '../fields/controls.module.css'
import type { FieldProps } from '../fields/field.ts'
import { FieldFrame } from '../fields/field-frame.tsx'
import { formMessages } from '../fields/form-messages.ts'
import { join } from '../layout/layout.tsx'
import { usePrinting } from '../layout/printing.ts'
import styles from './code-editor.module.css'
import type { CodeEditorViewProps, CodeHelp, CodeLanguage, Completion, Diagnostic } from './types.ts'

export interface CodeEditorProps extends Omit<FieldProps, 'label' | 'aria-label'> {
  readonly value: string
  readonly onChange?: (value: string) => void
  readonly onBlur?: () => void
  readonly language: CodeLanguage
  readonly label: string
  /** Hides the label visually, where a heading has the same text. */
  readonly hideLabel?: boolean
  readonly readOnly?: boolean
  /** Minimum number of lines. The editor grows up to `maxLines` and then scrolls. */
  readonly minLines?: number
  readonly maxLines?: number
  /** Labels that start with `${` are offered as placeholders, the others as words. */
  readonly completions?: readonly Completion[]
  /** Replaces both: completions and help of a language. */
  readonly codeHelp?: CodeHelp | undefined
  /** Initial caret position, set when the editor has loaded. */
  readonly startAt?: number | undefined
  /** Errors to mark. JSON without completions is also checked for syntax errors. */
  readonly diagnostics?: readonly Diagnostic[]
}

/**
 * Code with line numbers, syntax colours, completion and search. Until the editor has loaded, or if loading fails, a
 * plain text area of the same size is shown. With `UiProvider env="test"` it is always the text area.
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
  const isPrinting = usePrinting()
  const lines = Math.min(maxLines, Math.max(minLines, value.split('\n').length))
  return (
    <FieldFrame width="full" {...field} label={hideLabel ? undefined : label} aria-label={label}>
      {(control) => (
        <>
          {isPrinting && <pre className={styles.printed}>{value}</pre>}
          <div
            className={join(fieldStyles.input, fieldStyles.mono, styles.box)}
            data-disabled={field.disabled || undefined}
            data-invalid={control['aria-invalid']}
          >
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
                describedBy={[control['aria-describedby'], !readOnly && hintId].filter(Boolean).join(' ')}
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
            <div id={hintId} className={styles.hint} hidden={!loaded || readOnly || control.disabled}>
              {editorHint}
            </div>
          </div>
        </>
      )}
    </FieldFrame>
  )
}

interface Loaded {
  readonly Editor: ComponentType<CodeEditorViewProps>
  readonly caret: number | undefined
}

/** The loaded editor, and the caret position in the text area that it replaces. */
function useEditor(plain: RefObject<HTMLTextAreaElement | null>): Loaded | undefined {
  const isTest = useMantineEnv() === 'test'
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    if (isTest) return
    let isUnmounted = false
    import('./view.tsx').then(
      ({ CodeEditorView }) => {
        if (isUnmounted) return
        const area = plain.current
        const caret = area && document.activeElement === area ? area.selectionStart : undefined
        setLoaded({ Editor: CodeEditorView, caret })
      },
      // Loading failed: the server is unreachable or has a newer version. The text area remains usable.
      () => {},
    )
    return () => {
      isUnmounted = true
    }
  }, [isTest, plain])
  return loaded
}

function ignore() {}
