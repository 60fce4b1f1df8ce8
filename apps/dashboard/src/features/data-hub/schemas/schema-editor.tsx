import type { RegisteredSchema } from '@mqdeck/contract'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { z } from 'zod'
import { FormBody, useContractForm } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import {
  Button,
  CodeEditor,
  Dim,
  Notice,
  RadioField,
  Section,
  Skeleton,
  Stack,
  TextField,
  useUnsavedChangesGuard,
} from '../../../ui/index.ts'
import { faultText } from '../decoders/fault-text.ts'
import { decoderMessages } from '../decoders/messages.ts'
import { faultOf, messageTypesOf, type SchemaFormat, schemaFormats, useSchemaCheck } from '../decoders/use-decoded.ts'
import { schemaMessages } from './messages.ts'
import type { NewSchema } from './queries.ts'

// Both appear after a click.
const SampleDialog = lazy(async () => ({ default: (await import('./sample-dialog.tsx')).SampleDialog }))
const TestPanel = lazy(async () => ({ default: (await import('./test-panel.tsx')).TestPanel }))

interface SchemaEditorProps {
  readonly initial: NewSchema
  readonly isNew: boolean
  /** Names that exist. */
  readonly taken?: ReadonlySet<string>
  readonly isReadOnly?: boolean
  readonly onSave: (schema: NewSchema) => Promise<RegisteredSchema>
  readonly onSaved: (schema: RegisteredSchema) => void
}

const maxBytes = 65_536

/** The contract has other schemas for each type, which the browser does not load. `check` has the same rules. */
const body = z.object({
  name: z.string(),
  type: z.enum(schemaFormats),
  source: z.string(),
  description: z.string().max(4096),
})

/** The form of a schema, which is checked while it is typed, and a test with a payload. */
export function SchemaEditor({ initial, isNew, taken, isReadOnly = false, onSave, onSaved }: SchemaEditorProps) {
  const texts = useMessages(schemaMessages)
  const [isGenerating, setGenerating] = useState(false)
  const form = useContractForm(body, {
    initial,
    toBody: ({ name, type, source, description }): NewSchema => ({ name, type, source, description }),
    check: ({ name, source }) => ({
      name:
        isNew &&
        (!/^[0-9A-Za-z][0-9A-Za-z_-]{0,254}$/.test(name)
          ? texts.nameRule
          : taken?.has(name) === true && texts.nameTaken),
      source:
        source.trim() === ''
          ? texts.sourceRequired
          : new TextEncoder().encode(source).length > maxBytes && texts.sourceTooLong,
    }),
    async submit(schema) {
      const saved = await onSave(schema)
      form.form.reset(form.values)
      leave()
      onSaved(saved)
    },
  })
  const leave = useUnsavedChangesGuard(form.form.formState.isDirty)
  const { type, source } = form.values
  const shownSource = useDeferredValue(source)
  return (
    <Stack gap={4}>
      <Section>
        <SchemaBody
          isReadOnly={isReadOnly}
          form={form}
          action={isNew ? texts.create : texts.save}
          disabled={!isNew && !form.form.formState.isDirty}
        >
          {isNew && (
            <TextField
              label={texts.name}
              description={texts.nameRule}
              required
              mono
              autoComplete="off"
              {...form.input('name')}
            />
          )}
          <RadioField
            label={texts.type}
            disabled={isReadOnly}
            options={schemaFormats.map((value) => ({
              value,
              label: texts.types[value],
              description: texts.typeHints[value],
            }))}
            {...form.field('type')}
          />
          <CodeEditor
            label={texts.schema}
            language={type === 'protobuf' ? 'text' : 'json'}
            description={texts.sourceHints[type]}
            required
            readOnly={isReadOnly}
            minLines={12}
            maxLines={32}
            action={
              type !== 'protobuf' &&
              !isReadOnly && (
                <Button size="small" onClick={() => setGenerating(true)}>
                  {texts.generate}
                </Button>
              )
            }
            diagnostics={useDiagnostics(type, shownSource)}
            {...form.field('source')}
          />
          <SchemaState type={type} source={shownSource} />
          <TextField
            label={texts.descriptionLabel}
            autoComplete="off"
            disabled={isReadOnly}
            {...form.input('description')}
          />
        </SchemaBody>
      </Section>
      <Section title={texts.test}>
        <Suspense fallback={<Skeleton height={160} />}>
          <TestPanel type={type} source={shownSource} />
        </Suspense>
      </Section>
      <Suspense fallback={null}>
        {isGenerating && type !== 'protobuf' && (
          <SampleDialog
            type={type}
            onGenerated={(generated) => form.field('source').onChange(generated)}
            onClose={() => setGenerating(false)}
          />
        )}
      </Suspense>
    </Stack>
  )
}

type FormBodyProps = Parameters<typeof FormBody>[0]

function SchemaBody({ isReadOnly, children, ...body }: FormBodyProps & { readonly isReadOnly: boolean }) {
  return isReadOnly ? <Stack gap={4}>{children}</Stack> : <FormBody {...body}>{children}</FormBody>
}

interface OfSchema {
  readonly type: SchemaFormat
  readonly source: string
}

/** Marks the place of a fault that has one. Syntax errors of JSON are marked by the editor. */
function useDiagnostics(type: SchemaFormat, source: string) {
  const texts = useMessages(decoderMessages)
  const fault = faultOf(useSchemaCheck(type, source))
  return fault?.line === undefined ? [] : [{ line: fault.line, column: 1, message: faultText(fault, texts) }]
}

/** Whether the schema is valid, and its message types. */
function SchemaState({ type, source }: OfSchema) {
  const texts = useMessages(schemaMessages)
  const decoderTexts = useMessages(decoderMessages)
  const check = useSchemaCheck(type, source)
  const fault = faultOf(check)
  const types = messageTypesOf(check)
  return (
    <div aria-live="polite">
      {fault ? (
        <Notice tone="amber">{faultText(fault, decoderTexts)}</Notice>
      ) : check === undefined ? undefined : 'error' in check ? (
        <Notice tone="red">{decoderTexts.notLoaded(check.error)}</Notice>
      ) : (
        <Dim small>{types.length > 0 ? texts.typesFound(types.join(', ')) : texts.valid}</Dim>
      )}
    </div>
  )
}
