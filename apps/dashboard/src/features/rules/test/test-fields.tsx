import type { RuleEvent } from '@mqdeck/contract'
import { columnHelp } from '@mqdeck/rules/catalog'
import { useLocale, useMessages } from '../../../i18n/index.ts'
import { CodeEditor, Select, TextField } from '../../../ui/index.ts'
import styles from './test.module.css'
import { fieldsOf, type TestData, type TestField } from './test-data.ts'
import { testMessages } from './test-messages.ts'

interface TestFieldsProps {
  readonly data: TestData
  readonly onChange: (data: TestData) => void
  readonly events: readonly RuleEvent[]
  /** The name of the invalid field. */
  readonly invalidField: string | undefined
}

/** Fields for the columns of a test event. */
export function TestFields({ data, onChange, events, invalidField }: TestFieldsProps) {
  const texts = useMessages(testMessages)
  const fields = fieldsOf(data.source, events)
  const set = (name: string, value: string) => onChange({ ...data, values: { ...data.values, [name]: value } })
  const field = (one: TestField) => (
    <Field
      key={one.name}
      field={one}
      value={data.values[one.name] ?? ''}
      onChange={(value) => set(one.name, value)}
      error={invalidField === one.name ? texts.invalid[one.kind] : undefined}
    />
  )
  const isLong = ({ kind }: TestField) => kind === 'payload' || kind === 'json'
  return (
    <>
      {fields.filter(isLong).map(field)}
      <div className={styles.fields}>{fields.filter((one) => !isLong(one)).map(field)}</div>
      <details className={styles.more} open={data.more !== '' || invalidField === 'more'}>
        <summary>{texts.moreColumns}</summary>
        <CodeEditor
          label={texts.moreColumns}
          hideLabel
          description={texts.moreColumnsNote}
          language="json"
          value={data.more}
          onChange={(more) => onChange({ ...data, more })}
          minLines={3}
          maxLines={10}
          placeholder={'{"flags": {"retain": true}}'}
          error={invalidField === 'more' ? texts.invalid.json : undefined}
        />
      </details>
    </>
  )
}

interface FieldProps {
  readonly field: TestField
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
}

function Field({ field: { name, kind, about }, value, onChange, error }: FieldProps) {
  const texts = useMessages(testMessages)
  const help = useColumnHelp(name) ?? about
  if (kind === 'payload' || kind === 'json')
    return (
      <CodeEditor
        label={name}
        language={looksLikeJson(value) ? 'json' : 'text'}
        value={value}
        onChange={onChange}
        minLines={3}
        maxLines={14}
        error={error}
      />
    )
  if (kind === 'flag')
    return (
      <Select
        label={name}
        help={help}
        value={value === 'true' ? 'true' : 'false'}
        onChange={(next) => onChange(next ?? 'false')}
        options={['true', 'false'].map((one) => ({ value: one, label: one }))}
      />
    )
  return (
    <TextField
      label={name}
      help={help === '' ? undefined : help}
      mono
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={
        error ?? (kind === 'number' && value !== '' && Number.isNaN(Number(value)) ? texts.invalid.number : undefined)
      }
      autoComplete="off"
    />
  )
}

const looksLikeJson = (text: string) => /^\s*[[{]/.test(text)

/** Help for a column. Undefined if the column is unknown. */
function useColumnHelp(name: string): string | undefined {
  const locale = useLocale()
  return Object.hasOwn(columnHelp, name) ? columnHelp[name]?.[locale] : undefined
}
