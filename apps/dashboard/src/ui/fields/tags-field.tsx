import { IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { CompactIconButton } from '../buttons/button.tsx'
import { join } from '../layout/layout.tsx'
import { VisuallyHidden } from '../text/text.tsx'
import fieldStyles from './controls.module.css'
import type { FieldProps } from './field.ts'
import { FieldFrame } from './field-frame.tsx'
import { formMessages } from './form-messages.ts'
import styles from './tags-field.module.css'

export interface TagsFieldProps extends FieldProps {
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
  readonly onBlur?: () => void
  /** Monospace, for ids, topics and addresses. */
  readonly mono?: boolean
  /** False where the texts may contain commas (topics). Enter and line breaks always separate. */
  readonly commaSeparates?: boolean
  /** Validates a text: returns an error message or nothing. */
  readonly check?: (tag: string) => string | undefined
}

/**
 * A list of short texts. Enter or comma adds one, Backspace in the empty field removes the last one, pasted lines
 * become one each.
 */
export function TagsField({
  value,
  onChange,
  onBlur,
  mono = false,
  commaSeparates = true,
  check,
  placeholder,
  ...field
}: TagsFieldProps) {
  const texts = useMessages(formMessages)
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState('')
  const [problem, setProblem] = useState<string>()
  const [spoken, setSpoken] = useState('')

  const add = (text: string) => {
    const next = [...value]
    const refused: string[] = []
    let reason: string | undefined
    for (const tag of split(text, commaSeparates)) {
      const wrong = next.includes(tag) ? texts.duplicateTag(tag) : check?.(tag)
      if (wrong === undefined) next.push(tag)
      else {
        refused.push(tag)
        reason ??= wrong
      }
    }
    setProblem(reason)
    // A rejected text stays in the field for correction.
    setDraft(refused.join(', '))
    if (next.length > value.length) onChange(next)
  }
  const remove = (index: number) => {
    onChange(value.toSpliced(index, 1))
    setSpoken(texts.removedTag(value[index] ?? ''))
    setProblem(undefined)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter confirms the input method composition.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Backspace' && draft === '' && value.length > 0) remove(value.length - 1)
    else if (draft.trim() !== '' && (event.key === 'Enter' || (commaSeparates && [',', '，'].includes(event.key)))) {
      event.preventDefault()
      add(draft)
    }
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    if (split(pasted, commaSeparates).length < 2) return
    event.preventDefault()
    add(draft + pasted)
  }
  return (
    <FieldFrame width="text" {...field} error={problem ?? field.error}>
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: a click next to the line focuses it; keyboard users have Tab
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <div
          className={join(fieldStyles.input, styles.box, mono && fieldStyles.mono)}
          data-disabled={control.disabled || undefined}
          data-invalid={control['aria-invalid']}
          onClick={(event) => event.target === event.currentTarget && input.current?.focus()}
        >
          {value.length > 0 && (
            <ul className={styles.tags}>
              {value.map((tag, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a list from the server may have duplicates
                <li key={`${index} ${tag}`} className={styles.tag}>
                  <span className={styles.text} title={tag}>
                    {tag}
                  </span>
                  {!control.disabled && (
                    <CompactIconButton
                      icon={<IconX size={13} aria-hidden />}
                      className={styles.remove}
                      label={texts.removeTag(tag)}
                      onClick={() => remove(index)}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
          <input
            {...control}
            ref={input}
            className={styles.line}
            spellCheck={false}
            autoComplete="off"
            placeholder={value.length === 0 ? (placeholder ?? texts.addTag) : undefined}
            value={draft}
            onChange={(event) => {
              setDraft(event.currentTarget.value)
              setProblem(undefined)
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onBlur={() => {
              // Text that was typed before leaving the field is added.
              if (draft.trim() !== '' && problem === undefined) add(draft)
              onBlur?.()
            }}
          />
          <VisuallyHidden live>{spoken}</VisuallyHidden>
        </div>
      )}
    </FieldFrame>
  )
}

function split(text: string, commaSeparates: boolean): readonly string[] {
  return text
    .split(commaSeparates ? /[\r\n,，]+/ : /[\r\n]+/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
}
