import type { AnyStruct } from '@mqdeck/contract'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useLocale } from '../i18n/index.ts'
import { isRecord, sameJson } from '../lib/json-path.ts'
import { Section, SegmentedField, Stack } from '../ui/index.ts'
import { type PlugInSchema, plugInSchema, toVariant, variantOf } from './plug-in-schema.ts'
import { SchemaForm, type SchemaFormProps } from './schema-form.tsx'
import { withCheck } from './settings-form.tsx'
import { type SchemaFormControl, type SchemaFormOptions, useSchemaForm } from './use-schema-form.ts'
import type { Fault } from './validate.ts'

export type PlugInFormProps = Omit<SchemaFormProps, 'form'> &
  Pick<SchemaFormOptions, 'mode' | 'value'> & {
    /** What is wrong beyond what the schema says. Stable. */
    readonly check?: ((value: unknown) => readonly Fault[]) | undefined
    /** Hears whether something has been typed in: for a drawer that asks before it closes. Stable. */
    readonly onDirty?: ((isDirty: boolean) => void) | undefined
  } & Described

type Described =
  | {
      /** The shapes that its settings can have. None: it is a kind that nobody has declared, and edited as JSON. Stable. */
      readonly structs: readonly AnyStruct[]
      readonly schema?: undefined
    }
  | {
      /** The same from the broker's own description: see `schemaOfComponents`. Stable. */
      readonly schema: PlugInSchema
      readonly structs?: undefined
    }

const nothing: readonly AnyStruct[] = []

/**
 * The form of one plug-in's settings, made of its declarations: an authenticator, a source, a connector. Where they can have
 * several shapes, the choice between them stands above; what the shapes have in common stays when another is chosen.
 */
export function PlugInForm({ structs, schema: described, mode, value, check, onDirty, ...shown }: PlugInFormProps) {
  const locale = useLocale()
  const schema = useMemo(() => described ?? plugInSchema(structs ?? nothing), [described, structs])
  const [base, setBase] = useState(() => (mode === 'create' ? withFirstVariant(schema, value) : value))
  const [seen, setSeen] = useState(value)
  const [name, setName] = useState(() => variantOf(schema, base)?.name)
  const { document, texts, variants, choice } = schema
  const control = useSchemaForm({ document, component: name ?? 'unknown', mode, value: base, texts })
  const form = useMemo(() => withTags(check ? withCheck(control, check) : control, schema), [control, check, schema])
  const { store } = form
  // Also what is typed as JSON, or discarded, may make it another one.
  const meant = useSyncExternalStore(store.subscribe, () => {
    const { value: now } = store.get()
    return isRecord(now) ? variantOf(schema, now)?.name : name
  })
  if (meant !== name) setName(meant)
  const isDirty = useSyncExternalStore(store.subscribe, () => {
    const { value: now, initial } = store.get()
    return !sameJson(now, initial)
  })
  useEffect(() => onDirty?.(isDirty), [onDirty, isDirty])
  // What comes while somebody is typing waits until they save: then they are told.
  if (mode === 'edit' && !isDirty && seen !== value) {
    setSeen(value)
    setBase(value)
  }
  const choose = (next: string) => {
    const from = variants.find((one) => one.name === name)
    const to = variants.find((one) => one.name === next)
    if (to) store.set([], toVariant(store.get().value, from, to))
  }
  const fields = <SchemaForm {...shown} form={form} isNew={mode !== 'edit'} />
  if (variants.length < 2) return fields
  return (
    <Stack gap={4}>
      <Section>
        <SegmentedField
          label={choice[locale]}
          value={name}
          disabled={shown.readOnly}
          onChange={choose}
          options={variants.map((one) => ({ value: one.name, label: one.label[locale] }))}
        />
      </Section>
      {fields}
    </Stack>
  )
}

/** Sends the fields that select the variant also where a configuration file did without them: EMQX requires them in every body. */
function withTags(form: SchemaFormControl, schema: PlugInSchema): SchemaFormControl {
  return {
    ...form,
    submit() {
      const value = form.submit()
      const meant = isRecord(value) ? variantOf(schema, value) : undefined
      return meant ? toVariant(value, undefined, meant) : value
    },
  }
}

/** Something new is of the first variant until another one is chosen. */
function withFirstVariant(schema: PlugInSchema, value: unknown): unknown {
  const first = variantOf(schema, value)
  return first ? toVariant(value, undefined, first) : value
}
