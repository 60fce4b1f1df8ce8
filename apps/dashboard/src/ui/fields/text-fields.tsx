import { IconEye, IconEyeOff, IconSearch } from '@tabler/icons-react'
import {
  type ChangeEventHandler,
  type ComponentProps,
  type FocusEventHandler,
  type ReactNode,
  type Ref,
  useId,
  useState,
} from 'react'
import { useMessages } from '../../i18n/index.ts'
import { CompactIconButton } from '../buttons/button.tsx'
import { kitMessages } from '../messages.ts'
import type { FieldProps } from './field.ts'
import { FieldFrame } from './field-frame.tsx'
import { TextBox } from './text-box.tsx'

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
  /** Focuses the field when the dialog opens. */
  readonly 'data-autofocus'?: boolean
}

export interface TextFieldProps extends InputProps {
  /** Monospace, for ids, topics and addresses. */
  readonly mono?: boolean
  readonly inputMode?: 'text' | 'numeric' | 'search'
  readonly leftIcon?: ReactNode
  /** Inside the field, at the right end. */
  readonly rightPart?: ReactNode
  /** Width of `rightPart` in px. */
  readonly rightWidth?: number
  /** Suggestions; other values can be typed too. */
  readonly suggestions?: readonly string[]
}

/** One line of text. With react-hook-form: `<TextField label=… error=… {...register('name')} />`. */
export function TextField({ mono = false, leftIcon, rightPart, rightWidth, suggestions, ...props }: TextFieldProps) {
  const [field, input] = splitField(props)
  const list = useId()
  return (
    <FieldFrame width="text" {...field}>
      {(control) => (
        <>
          <TextBox
            {...input}
            {...control}
            {...(suggestions && { list })}
            mono={mono}
            left={leftIcon}
            right={rightPart}
            rightWidth={rightWidth}
          />
          {suggestions && (
            <datalist id={list}>
              {suggestions.map((text) => (
                <option key={text} value={text} />
              ))}
            </datalist>
          )}
        </>
      )}
    </FieldFrame>
  )
}

interface SearchFieldProps {
  /** For screen readers, and shown in the empty field unless there is a placeholder. */
  readonly label: string
  readonly placeholder?: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly error?: ReactNode
}

/** Searches what the page already shows, with every letter. */
export function SearchField({ label, placeholder = label, onChange, ...props }: SearchFieldProps) {
  return (
    <TextField
      {...props}
      aria-label={label}
      placeholder={placeholder}
      inputMode="search"
      leftIcon={<IconSearch size={16} aria-hidden />}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** A password field with a button that shows the password. Works with `register` like TextField. */
export function PasswordField(props: InputProps) {
  const [field, input] = splitField(props)
  const [isVisible, setVisible] = useState(false)
  const { showPassword } = useMessages(kitMessages)
  const Icon = isVisible ? IconEyeOff : IconEye
  const reveal = (
    <CompactIconButton
      icon={<Icon size={16} stroke={1.8} aria-hidden />}
      label={showPassword}
      aria-pressed={isVisible}
      disabled={field.disabled}
      // Keeps the caret position.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => setVisible(!isVisible)}
    />
  )
  return (
    <FieldFrame width="address" {...field}>
      {(control) => <TextBox {...input} {...control} type={isVisible ? 'text' : 'password'} right={reveal} />}
    </FieldFrame>
  )
}

export interface DateTimeFieldProps extends FieldProps {
  /** RFC 3339, as the API takes it. */
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** Local date and time, to the minute, in the native control of the browser. */
export function DateTimeField({ value, onChange, ...field }: DateTimeFieldProps) {
  return (
    <FieldFrame width="amount" {...field}>
      {(control) => (
        <TextBox
          {...control}
          type="datetime-local"
          max="9999-12-31T23:59"
          value={value === undefined ? '' : toLocalMinute(value)}
          onChange={(event) => {
            const moment = new Date(event.currentTarget.value)
            onChange(Number.isNaN(moment.getTime()) ? undefined : moment.toISOString())
          }}
        />
      )}
    </FieldFrame>
  )
}

/** Splits the props into those of the frame and those of the input. */
function splitField<Props extends FieldProps>(props: Props) {
  const { label, description, help, error, mark, onReset, resetTo, action, width, required, disabled, ...rest } = props
  const { 'aria-label': ariaLabel, ...input } = rest
  const field: FieldProps = {
    label,
    description,
    help,
    error,
    mark,
    onReset,
    resetTo,
    action,
    ...(width && { width }),
    required,
    disabled,
    'aria-label': ariaLabel,
  }
  return [field, input] as const
}

function toLocalMinute(rfc3339: string): string {
  const moment = new Date(rfc3339)
  if (Number.isNaN(moment.getTime())) return ''
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
