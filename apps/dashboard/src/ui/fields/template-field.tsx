import { Popover } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { placeholderAt, type TypedPlaceholder } from '../../lib/text/placeholder.ts'
import { CompactIconButton } from '../buttons/button.tsx'
import type { Completion } from '../code/types.ts'
import { join } from '../layout/layout.tsx'
import overlay from '../overlays/overlay.module.css'
import fieldStyles from './controls.module.css'
import type { FieldProps } from './field.ts'
import { FieldFrame } from './field-frame.tsx'
import { formMessages } from './form-messages.ts'
import styles from './template-field.module.css'
import areaStyles from './text-area.module.css'

export interface TemplateFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  /** The placeholders, with dollar and braces: `{ label: '${clientid}' }`. */
  readonly placeholders: readonly Completion[]
  /** Multi-line; a single line unless given. */
  readonly multiline?: boolean
  /** The text at the caret to complete: a `${…}` unless given. */
  readonly typedAt?: (text: string, caret: number) => TypedPlaceholder | undefined
  /** Label of the list and its button: "Placeholders" unless given. */
  readonly listLabel?: string
}

/** A text with `${…}` placeholders or another notation. Typing, Ctrl+Space or the button show the completions. */
export function TemplateField({
  value,
  onChange,
  onBlur,
  placeholders,
  multiline = false,
  typedAt = placeholderAt,
  listLabel,
  placeholder,
  ...field
}: TemplateFieldProps) {
  const texts = useMessages(formMessages)
  const listId = useId()
  const input = useRef<(HTMLInputElement & HTMLTextAreaElement) | null>(null)
  const caretToBe = useRef<number>(undefined)
  const [typed, setTyped] = useState<TypedPlaceholder>()
  const [chosen, setChosen] = useState(0)
  const offered = typed ? matching(placeholders, typed.name) : []
  const isOpen = offered.length > 0

  // After the inserted text; React would put the caret at the end of the line.
  useLayoutEffect(() => {
    if (caretToBe.current === undefined) return
    input.current?.setSelectionRange(caretToBe.current, caretToBe.current)
    caretToBe.current = undefined
  })

  const offer = (place: TypedPlaceholder | undefined) => {
    setTyped(place)
    setChosen(0)
  }
  const offerAtCaret = () => {
    const caret = input.current?.selectionStart ?? value.length
    offer(typedAt(value, caret) ?? { from: caret, to: caret, name: '' })
  }
  const insert = (option: Completion) => {
    if (!typed) return
    const text = textOf(option)
    caretToBe.current = typed.from + text.length
    onChange(value.slice(0, typed.from) + text + value.slice(typed.to))
    offer(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.ctrlKey && event.key === ' ') {
      event.preventDefault()
      offerAtCaret()
      return
    }
    if (!isOpen) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const choice = offered[chosen]
    if (step !== undefined) setChosen((chosen + step + offered.length) % offered.length)
    else if (['Enter', 'Tab'].includes(event.key) && choice) insert(choice)
    else if (event.key === 'Escape') offer(undefined)
    else return
    event.preventDefault()
  }
  const shared = {
    value,
    placeholder,
    spellCheck: false,
    autoComplete: 'off',
    'aria-autocomplete': 'list',
    'aria-controls': isOpen ? listId : undefined,
    'aria-activedescendant': isOpen ? `${listId}-${chosen}` : undefined,
    // Escape first closes the list, then the dialog around the field.
    'data-mantine-stop-propagation': isOpen ? 'true' : undefined,
    onKeyDown,
    onSelect: () => {
      // The caret is no longer in the text to complete.
      const caret = input.current?.selectionStart ?? 0
      if (typed && (caret < typed.from || caret > typed.to)) offer(undefined)
    },
    onChange: (event: { readonly currentTarget: { value: string; selectionStart: number | null } }) => {
      const { value: next, selectionStart } = event.currentTarget
      onChange(next)
      offer(typedAt(next, selectionStart ?? next.length))
    },
    onBlur: () => {
      offer(undefined)
      onBlur?.()
    },
    className: join(fieldStyles.input, fieldStyles.mono, styles.input, multiline && areaStyles.area),
  } as const
  return (
    <FieldFrame width={multiline ? 'full' : 'text'} {...field}>
      {(control) => (
        <Popover
          opened={isOpen}
          position="bottom-start"
          width="target"
          offset={4}
          withRoles={false}
          closeOnEscape={false}
          transitionProps={{ duration: 80 }}
          classNames={{ dropdown: join(overlay.menu, styles.dropdown) }}
        >
          <Popover.Target>
            <div className={styles.anchor}>
              {multiline ? (
                <textarea {...control} {...shared} ref={input} rows={3} />
              ) : (
                <input {...control} {...shared} ref={input} role="combobox" aria-expanded={isOpen} />
              )}
              <CompactIconButton
                icon={<IconBraces size={16} stroke={1.8} aria-hidden />}
                className={styles.button}
                label={listLabel ?? texts.insertPlaceholder}
                title={listLabel ?? texts.insertPlaceholder}
                disabled={control.disabled}
                // Keeps the caret position and the open list.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => {
                  input.current?.focus()
                  if (isOpen) offer(undefined)
                  else offerAtCaret()
                }}
              />
            </div>
          </Popover.Target>
          <Popover.Dropdown>
            <div role="listbox" id={listId} aria-label={listLabel ?? texts.placeholders}>
              {offered.map((option, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the line, which keeps the focus
                // biome-ignore lint/a11y/useFocusableInteractive: as above, by aria-activedescendant
                <div
                  key={option.label}
                  ref={index === chosen ? keepInSight : undefined}
                  role="option"
                  id={`${listId}-${index}`}
                  aria-selected={index === chosen}
                  className={styles.option}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => insert(option)}
                >
                  <span className={styles.name}>{option.label}</span>
                  <span className={styles.detail}>{option.detail ?? option.info}</span>
                </div>
              ))}
            </div>
          </Popover.Dropdown>
        </Popover>
      )}
    </FieldFrame>
  )
}

/** Names that start with the text first, then those that contain it. */
function matching(placeholders: readonly Completion[], name: string): readonly Completion[] {
  const wanted = name.toLowerCase()
  const at = (option: Completion) => textOf(option).replace(/^\$\{/, '').toLowerCase().indexOf(wanted)
  const begins = placeholders.filter((one) => at(one) === 0)
  const found = [...begins, ...placeholders.filter((one) => at(one) > 0)]
  // There is nothing to complete: Enter and Tab keep their usual function.
  return found.length === 1 && found.every((one) => textOf(one) === name) ? [] : found
}

const textOf = ({ label, insert = label }: Completion) => insert

function keepInSight(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}
