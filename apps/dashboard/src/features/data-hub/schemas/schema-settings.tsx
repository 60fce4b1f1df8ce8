import { changedSchema, namedSchema } from '@mqdeck/contract'
import { IconWand } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { isRecord } from '../../../lib/json-path.ts'
import {
  type Fault,
  type FormGroup,
  type NodeFieldProps,
  PlugInForm,
  type PlugInFormProps,
  useField,
  useFormPart,
} from '../../../schema-form/index.ts'
import { Button, CodeEditor, FormDrawer, Group, Paragraphs, Stack } from '../../../ui/index.ts'
import { avroSchemaOf, jsonSchemaOf } from './from-sample.ts'
import { schemaMessages } from './messages.ts'
import type { Saving } from './queries.ts'

interface SchemaSettingsProps extends Pick<PlugInFormProps, 'readOnly' | 'saveLabel' | 'confirmDiff' | 'current'> {
  /** Of an existing schema, whose form has no name. */
  readonly name?: string
  /** Stable. */
  readonly value: Saving['settings']
  readonly onSave: (saving: Saving) => Promise<unknown>
}

/** Shown at the field in the language of the user. */
const badJson = { en: 'The schema must be JSON.', zh: 'Schema 必须是 JSON。' }

const customFields = { source: SourceField }

/** Type, text and description of a schema. */
export function SchemaSettings({ name, value, onSave, ...shown }: SchemaSettingsProps) {
  const texts = useMessages(schemaMessages)
  const exists = name !== undefined
  const groups = useMemo(
    (): readonly FormGroup[] => [{ fields: [...(exists ? [] : ['name']), 'description', 'source'] }],
    [exists],
  )
  return (
    <PlugInForm
      {...shown}
      structs={exists ? changedSchema.structs : namedSchema.structs}
      mode={exists ? 'edit' : 'create'}
      value={value}
      groups={groups}
      customFields={customFields}
      check={checkSyntax}
      withJson={false}
      warning={() => (exists ? texts.changeWarning : undefined)}
      onSave={(form) => {
        const { name: typed, ...settings } = isRecord(form) ? form : {}
        return onSave({ name: name ?? String(typed ?? ''), settings })
      }}
    />
  )
}

/** The broker compiles the schema. Only what it certainly refuses is reported before. */
function checkSyntax(form: unknown): readonly Fault[] {
  if (!isRecord(form) || form.type === 'protobuf' || typeof form.source !== 'string') return []
  try {
    JSON.parse(form.source)
    return []
  } catch {
    return [{ path: ['source'], text: badJson }]
  }
}

function SourceField(props: NodeFieldProps) {
  const texts = useMessages(schemaMessages)
  const { value, set, blur, frame, isDisabled } = useField(props)
  const type = useFormPart((state) => (isRecord(state.value) ? state.value.type : undefined))
  const [isOpen, setOpen] = useState(false)
  const from = type === 'json' ? jsonSchemaOf : type === 'avro' ? avroSchemaOf : undefined
  return (
    <Stack gap={2}>
      <CodeEditor
        {...frame}
        label={texts.source}
        language={type === 'protobuf' ? 'text' : 'json'}
        value={typeof value === 'string' ? value : ''}
        onChange={set}
        onBlur={blur}
        readOnly={isDisabled}
        minLines={12}
        maxLines={40}
      />
      {from && !isDisabled && (
        <Group>
          <Button size="small" icon={<IconWand size={16} aria-hidden />} onClick={() => setOpen(true)}>
            {texts.generate}
          </Button>
          <FormDrawer opened={isOpen} onClose={() => setOpen(false)} title={texts.generateTitle} size={620}>
            {({ onDirty, close }) => (
              <FromSample
                from={from}
                onDirty={onDirty}
                onCancel={close}
                onDone={(source) => {
                  set(source)
                  setOpen(false)
                }}
              />
            )}
          </FormDrawer>
        </Group>
      )}
    </Stack>
  )
}

interface FromSampleProps {
  readonly from: (sample: string) => string
  readonly onDirty: (isDirty: boolean) => void
  readonly onCancel: () => void
  readonly onDone: (source: string) => void
}

function FromSample({ from, onDirty, onCancel, onDone }: FromSampleProps) {
  const texts = useMessages(schemaMessages)
  const [sample, setSample] = useState('')
  const [error, setError] = useState<string>()
  const generate = () => {
    try {
      onDone(from(sample))
    } catch (reason) {
      setError(reason instanceof RangeError ? texts.notAvro(reason.message) : texts.notJson)
    }
  }
  return (
    <Stack gap={4}>
      <Paragraphs>{texts.generateHelp}</Paragraphs>
      <CodeEditor
        label={texts.sample}
        language="json"
        value={sample}
        error={error}
        minLines={12}
        onChange={(text) => {
          setSample(text)
          setError(undefined)
          onDirty(text !== '')
        }}
      />
      <Group justify="end">
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button variant="primary" onClick={generate}>
          {texts.generate}
        </Button>
      </Group>
    </Stack>
  )
}
