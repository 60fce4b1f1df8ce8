import { PasswordInput, TextInput } from '@mantine/core'
import type { ChangeEventHandler, ComponentProps, FocusEventHandler, ReactNode, Ref } from 'react'
import { useMessages } from '../i18n/index.ts'
import { type FieldProps, fieldClassNames } from './field.ts'
import styles from './fields.module.css'
import { kitMessages } from './messages.ts'

interface InputProps extends FieldProps {
  readonly name?: string
  readonly value?: string
  readonly defaultValue?: string
  readonly onChange?: ChangeEventHandler<HTMLInputElement>
  readonly onBlur?: FocusEventHandler<HTMLInputElement>
  readonly onKeyDown?: ComponentProps<'input'>['onKeyDown']
  readonly ref?: Ref<HTMLInputElement>
  readonly autoComplete?: string
  readonly autoFocus?: boolean
  readonly maxLength?: number
  /** Takes the focus when the surrounding dialog opens. */
  readonly 'data-autofocus'?: boolean
}

export interface TextFieldProps extends InputProps {
  /** For ids, topics and addresses. */
  readonly mono?: boolean
  readonly inputMode?: 'text' | 'numeric' | 'search'
  readonly leftIcon?: ReactNode
  /** At the right end, inside. */
  readonly rightPart?: ReactNode
  /** Width of `rightPart` in px. */
  readonly rightWidth?: number
}

/** One line of text. With react-hook-form: `<TextField label=… error=… {...register('name')} />`. */
export function TextField({ mono = false, leftIcon, rightPart, rightWidth, ...props }: TextFieldProps) {
  return (
    <TextInput
      {...props}
      classNames={fieldClassNames}
      data-mono={mono || undefined}
      leftSection={leftIcon}
      rightSection={rightPart}
      {...(rightWidth === undefined ? {} : { rightSectionWidth: rightWidth })}
      spellCheck={false}
      withAsterisk={false}
    />
  )
}

/** A secret that can be looked at while it is typed. Works with `register` as TextField does. */
export function PasswordField(props: InputProps) {
  const { showPassword } = useMessages(kitMessages)
  return (
    <PasswordInput
      {...props}
      classNames={passwordClassNames}
      visibilityToggleButtonProps={{ 'aria-label': showPassword, tabIndex: 0 }}
      withAsterisk={false}
    />
  )
}

export interface DateTimeFieldProps extends FieldProps {
  /** RFC 3339, as the API takes it. */
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** A moment in local time, to the minute. The browser's own control: keyboard and language come with it. */
export function DateTimeField({ value, onChange, ...props }: DateTimeFieldProps) {
  return (
    <TextInput
      {...props}
      type="datetime-local"
      max="9999-12-31T23:59"
      value={value === undefined ? '' : toLocalMinute(value)}
      onChange={(event) => {
        const moment = new Date(event.currentTarget.value)
        onChange(Number.isNaN(moment.getTime()) ? undefined : moment.toISOString())
      }}
      classNames={fieldClassNames}
      withAsterisk={false}
    />
  )
}

const passwordClassNames = { ...fieldClassNames, innerInput: styles.inner ?? '', visibilityToggle: styles.toggle ?? '' }

function toLocalMinute(rfc3339: string): string {
  const moment = new Date(rfc3339)
  if (Number.isNaN(moment.getTime())) return ''
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
