import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button } from '../buttons/button.tsx'
import { join } from '../layout/layout.tsx'
import fieldStyles from './controls.module.css'
import type { FieldProps } from './field.ts'
import { FieldFrame } from './field-frame.tsx'
import styles from './file-fields.module.css'
import { formMessages } from './form-messages.ts'
import areaStyles from './text-area.module.css'

export interface ChosenFile {
  readonly name: string
  readonly text: string
}

interface FileRules {
  /** Without dots, as the specification lists them: `['crt', 'pem']`. */
  readonly extensions: readonly string[]
  /** In bytes; 1 MiB unless given. The text becomes part of a request body. */
  readonly maxSize?: number
  /** Converts a file that is not text, such as DER to PEM; undefined rejects it. */
  readonly fromBytes?: (bytes: Uint8Array) => string | undefined
}

export interface TextFileButtonProps extends FileRules {
  readonly onFile: (file: ChosenFile) => void
  /** "Choose file" unless given. */
  readonly label?: string
  readonly size?: 'medium' | 'small'
  readonly disabled?: boolean
}

/** A button that reads a text file. Errors are shown below it. */
export function TextFileButton({ onFile, label, size = 'medium', disabled = false, ...rules }: TextFileButtonProps) {
  const { problem, take } = useFileReading(rules, onFile)
  return (
    <div>
      <FileButton label={label} size={size} disabled={disabled} extensions={rules.extensions} onPick={take} />
      <p role="alert" className={join(problem && styles.problem)}>
        {problem}
      </p>
    </div>
  )
}

export interface FileTextFieldProps extends FieldProps, FileRules {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
}

/** A text that is typed, pasted, or read from a dropped or chosen file: certificates, keys, configurations. */
export function FileTextField({
  value,
  onChange,
  onBlur,
  extensions,
  maxSize,
  fromBytes,
  action,
  placeholder,
  ...field
}: FileTextFieldProps) {
  const [isOver, setOver] = useState(false)
  const { problem, take, forget } = useFileReading(
    { extensions, ...(maxSize !== undefined && { maxSize }), ...(fromBytes && { fromBytes }) },
    (file) => onChange(file.text),
  )
  const drop = (event: DragEvent) => {
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (!file || field.disabled === true) return
    event.preventDefault()
    void take(file)
  }
  const pick = (
    <FileButton size="small" disabled={field.disabled ?? false} extensions={extensions} onPick={take} quiet />
  )
  return (
    <FieldFrame
      width="full"
      {...field}
      error={problem ?? field.error}
      action={
        <>
          {action}
          {pick}
        </>
      }
    >
      {(control) => (
        <textarea
          {...control}
          rows={4}
          spellCheck={false}
          autoComplete="off"
          placeholder={placeholder}
          value={value}
          onChange={(event) => {
            forget()
            onChange(event.currentTarget.value)
          }}
          onBlur={onBlur}
          onDragOver={(event) => {
            if (!event.dataTransfer.types.includes('Files')) return
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          className={join(fieldStyles.input, fieldStyles.mono, areaStyles.area, styles.area, isOver && styles.over)}
        />
      )}
    </FieldFrame>
  )
}

export interface FileButtonProps {
  /** "Choose file" unless given. */
  readonly label?: string | undefined
  readonly size?: 'medium' | 'small'
  readonly disabled?: boolean
  /** Without dots; the file types that the browser offers first. */
  readonly extensions: readonly string[]
  readonly onPick: (file: File) => void
  readonly quiet?: boolean
}

/** A button for the native file dialog, for files of any kind. It does not read the file. */
export function FileButton({
  label,
  size = 'medium',
  disabled = false,
  extensions,
  onPick,
  quiet = false,
}: FileButtonProps): ReactNode {
  const texts = useMessages(formMessages)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        hidden
        accept={extensions.map((extension) => `.${extension}`).join(',')}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          // Allows choosing the same file again after it was changed.
          event.currentTarget.value = ''
          if (file) onPick(file)
        }}
      />
      <Button
        variant={quiet ? 'subtle' : 'default'}
        size={size}
        disabled={disabled}
        icon={<IconUpload size={15} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {label ?? texts.chooseFile}
      </Button>
    </>
  )
}

function useFileReading(
  { extensions, maxSize = 1024 * 1024, fromBytes }: FileRules,
  onFile: (file: ChosenFile) => void,
) {
  const texts = useMessages(formMessages)
  const format = useFormat()
  const [problem, setProblem] = useState<string>()
  const take = async (file: File) => {
    setProblem(undefined)
    const extension = file.name.split('.').at(-1)?.toLowerCase() ?? ''
    if (!file.name.includes('.') || !extensions.includes(extension)) {
      return setProblem(texts.wrongExtension(extensions.join(', ')))
    }
    if (file.size > maxSize) return setProblem(texts.tooLarge(file.name, format.bytes(maxSize)))
    const text = await file.text().catch(() => undefined)
    if (text === undefined) return setProblem(texts.unreadable(file.name))
    // Binary content has bytes that are not UTF-8, or null bytes.
    const made = /[\0\ufffd]/.test(text) ? fromBytes?.(new Uint8Array(await file.arrayBuffer())) : text
    if (made === undefined) return setProblem(texts.notText(file.name))
    onFile({ name: file.name, text: made })
  }
  return { problem, take: (file: File) => void take(file), forget: () => setProblem(undefined) }
}
