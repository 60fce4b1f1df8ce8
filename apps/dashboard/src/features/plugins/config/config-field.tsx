import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { isRecord } from '../../../lib/json-path.ts'
import {
  Button,
  CodeEditor,
  FieldFrame,
  type FieldProps,
  Group,
  IconButton,
  NumberField,
  PasswordField,
  Select,
  Stack,
  SwitchField,
  TagsField,
  TextField,
} from '../../../ui/index.ts'
import { pluginMessages } from '../messages.ts'
import { type ConfigField, isNumber } from './avro.ts'
import { faultOf } from './check.ts'
import styles from './config.module.css'

interface ConfigFieldProps {
  readonly field: ConfigField
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly error: string | undefined
  readonly disabled: boolean
}

/** The field of a plugin's configuration with the component that its schema names. */
export function ConfigFieldInput({ field, value, onChange, error, disabled }: ConfigFieldProps) {
  const { component, label, description, isRequired, options, format } = field
  const frame = { label, description, required: isRequired, error, disabled, width: 'full' as const }
  const { width: _, ...shown } = frame
  const text = typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
  switch (component) {
    case 'switch':
      return <SwitchField {...frame} checked={value === true} onChange={onChange} />
    case 'input-number':
      return <NumberField {...frame} value={typeof value === 'number' ? value : undefined} onChange={onChange} />
    case 'input-password':
      return (
        <PasswordField
          {...frame}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          autoComplete="new-password"
        />
      )
    case 'select':
      return (
        <Select
          {...shown}
          value={text === '' ? undefined : text}
          onChange={onChange}
          options={
            options.some((one) => one.value === text) || text === ''
              ? options
              : [...options, { value: text, label: text }]
          }
        />
      )
    case 'input-array':
      return <ListInput {...frame} field={field} value={value} onChange={onChange} />
    case 'input-textarea':
      return (
        <FieldFrame {...frame}>
          {(control) => (
            <textarea
              {...control}
              className={styles.area}
              rows={4}
              value={text}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
          )}
        </FieldFrame>
      )
    case 'code-editor':
      return (
        <CodeEditor
          label={label}
          language={format}
          value={text}
          onChange={onChange}
          readOnly={disabled}
          minLines={4}
          maxLines={16}
          error={error}
        />
      )
    case 'json':
      return <JsonInput label={label} value={value} onChange={onChange} disabled={disabled} error={error} />
    case 'key-value-editor':
      return <PairsInput {...frame} field={field} value={value} onChange={onChange} disabled={disabled} />
    case 'maps-editor':
      return <RowsInput {...frame} field={field} value={value} onChange={onChange} disabled={disabled} />
    default:
      return (
        <TextField
          {...frame}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          autoComplete="off"
        />
      )
  }
}

type FrameProps = FieldProps & Pick<ConfigFieldProps, 'field' | 'value' | 'onChange'>

/** Numbers are kept as typed until they are valid. */
function ListInput({ field, value, onChange, ...frame }: FrameProps) {
  const texts = useMessages(pluginMessages)
  const isNumeric = isNumber(field.itemKind)
  const check = (tag: string) => (isNumeric && !Number.isFinite(Number(tag)) ? texts.notNumber : undefined)
  return (
    <TagsField
      {...frame}
      value={(Array.isArray(value) ? value : []).map(String)}
      onChange={(tags) => onChange(isNumeric ? tags.map(Number) : tags)}
      check={check}
    />
  )
}

interface JsonInputProps {
  readonly label: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly disabled: boolean
  readonly error: string | undefined
}

/** A value that has no component, as JSON. An invalid text is the value until it is fixed. */
function JsonInput({ label, value, onChange, disabled, error }: JsonInputProps) {
  const texts = useMessages(pluginMessages)
  const [typed, setTyped] = useState<string>()
  const text = typed ?? JSON.stringify(value ?? null, undefined, 2)
  return (
    <CodeEditor
      label={label}
      language="json"
      value={text}
      onChange={(next) => {
        setTyped(next)
        try {
          onChange(JSON.parse(next))
        } catch {
          onChange(next)
        }
      }}
      readOnly={disabled}
      minLines={4}
      maxLines={16}
      error={typeof value === 'string' && typed !== undefined ? texts.badJson : error}
    />
  )
}

interface PairsProps extends FrameProps {
  readonly disabled: boolean
}

/** The entries of a map. They keep their rows while a key is being typed. */
function PairsInput({ field, value, onChange, disabled, ...frame }: PairsProps) {
  const texts = useMessages(pluginMessages)
  const [typed, setTyped] = useState<readonly (readonly [key: string, value: string])[]>()
  const given = Object.entries(isRecord(value) ? value : {}).map(([key, one]) => [key, String(one)] as const)
  const pairs = typed ?? given
  const isNumeric = isNumber(field.itemKind)
  const set = (next: readonly (readonly [string, string])[]) => {
    setTyped(next)
    onChange(Object.fromEntries(next.map(([key, one]) => [key, isNumeric ? Number(one) : one])))
  }
  const keys = pairs.map(([key]) => key)
  return (
    <FieldFrame {...frame} group>
      {() => (
        <Stack gap={2}>
          {pairs.map(([key, one], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: keys change while they are typed
            <div key={index} className={styles.pair}>
              <TextField
                aria-label={texts.rowOf(texts.keyLabel, index + 1)}
                label={undefined}
                mono
                value={key}
                disabled={disabled}
                error={keys.indexOf(key) !== index ? texts.duplicateKey : undefined}
                onChange={(event) => set(pairs.toSpliced(index, 1, [event.currentTarget.value, one]))}
              />
              <TextField
                aria-label={texts.rowOf(texts.valueLabel, index + 1)}
                label={undefined}
                value={one}
                disabled={disabled}
                error={isNumeric && !Number.isFinite(Number(one)) ? texts.notNumber : undefined}
                onChange={(event) => set(pairs.toSpliced(index, 1, [key, event.currentTarget.value]))}
              />
              {!disabled && <RemoveButton row={index + 1} onRemove={() => set(pairs.toSpliced(index, 1))} />}
            </div>
          ))}
          {!disabled && <AddButton onAdd={() => set([...pairs, ['', '']])} />}
        </Stack>
      )}
    </FieldFrame>
  )
}

/** Records of an array, one in each row. */
function RowsInput({ field, value, onChange, disabled, ...frame }: PairsProps) {
  const texts = useMessages(pluginMessages)
  const rows = Array.isArray(value) ? value.map((row) => (isRecord(row) ? row : {})) : []
  const { columns } = field
  return (
    <FieldFrame {...frame} group>
      {() => (
        <Stack gap={2}>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own
            <div key={index} className={styles.row}>
              <div className={styles.grid}>
                {columns.map((column) => (
                  <div key={column.name} className={styles.field} style={{ gridColumn: `span ${column.span}` }}>
                    <ConfigFieldInput
                      field={column}
                      value={row[column.name]}
                      onChange={(next) => onChange(rows.toSpliced(index, 1, { ...row, [column.name]: next }))}
                      error={frame.error === undefined ? undefined : faultOf(column, row[column.name], texts)}
                      disabled={disabled}
                    />
                  </div>
                ))}
              </div>
              {!disabled && <RemoveButton row={index + 1} onRemove={() => onChange(rows.toSpliced(index, 1))} />}
            </div>
          ))}
          {!disabled && (
            <AddButton
              onAdd={() =>
                onChange([...rows, Object.fromEntries(columns.map((column) => [column.name, emptyOf(column)]))])
              }
            />
          )}
        </Stack>
      )}
    </FieldFrame>
  )
}

const emptyOf = ({ kind, isNullable, options }: ConfigField): unknown => {
  if (isNullable) return undefined
  if (kind === 'boolean') return false
  if (kind === 'enum') return options[0]?.value
  return isNumber(kind) ? undefined : kind === 'array' ? [] : ''
}

function AddButton({ onAdd }: { readonly onAdd: () => void }) {
  const texts = useMessages(pluginMessages)
  return (
    <Group>
      <Button size="small" icon={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        {texts.addRow}
      </Button>
    </Group>
  )
}

function RemoveButton({ row, onRemove }: { readonly row: number; readonly onRemove: () => void }) {
  const texts = useMessages(pluginMessages)
  return (
    <IconButton
      size="small"
      label={texts.removeRow(row)}
      icon={<IconTrash size={16} aria-hidden />}
      onClick={onRemove}
    />
  )
}
