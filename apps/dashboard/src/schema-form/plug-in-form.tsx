import type { AnyStruct } from '@mqdeck/contract'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useLocale } from '../i18n/index.ts'
import { isRecord, sameJson } from '../lib/json/json-path.ts'
import { Section, SegmentedField, Stack } from '../ui/index.ts'
import { type PlugInSchema, plugInSchema, toVariant, variantOf } from './plug-in-schema.ts'
import { SchemaForm, type SchemaFormProps } from './schema-form.tsx'
import { withCheck } from './settings-form.tsx'
import { type SchemaFormControl, type SchemaFormOptions, useSchemaForm } from './use-schema-form.ts'
import type { Fault } from './validate.ts'

export type PlugInFormProps = Omit<SchemaFormProps, 'form'> &
  Pick<SchemaFormOptions, 'mode' | 'value'> & {
    /** Additional validation. Stable. */
    readonly check?: ((value: unknown) => readonly Fault[]) | undefined
    /** Called when the form becomes dirty or clean, for drawers that confirm closing. Stable. */
    readonly onDirty?: ((isDirty: boolean) => void) | undefined
  } & Described

type Described =
  | {
      /** The variants of its settings. Empty for an undeclared type, which is edited as JSON. Stable. */
      readonly structs: readonly AnyStruct[]
      readonly schema?: undefined
    }
  | {
      /** The same from the broker's schema: see `schemaOfComponents`. Stable. */
      readonly schema: PlugInSchema
      readonly structs?: undefined
    }

const nothing: readonly AnyStruct[] = []

/**
 * The form of an authenticator, source or connector, from its declarations. With several variants, a choice is above
 * the form; common fields are kept when another variant is selected.
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
  // JSON input and discarding may change the variant too.
  const variantName = useSyncExternalStore(store.subscribe, () => {
    const { value: now } = store.get()
    return isRecord(now) ? variantOf(schema, now)?.name : name
  })
  if (variantName !== name) setName(variantName)
  const isDirty = useSyncExternalStore(store.subscribe, () => {
    const { value: now, initial } = store.get()
    return !sameJson(now, initial)
  })
  useEffect(() => onDirty?.(isDirty), [onDirty, isDirty])
  // Server changes during editing are handled on saving.
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

/**
 * Adds the fields that select the variant, even if a configuration file omitted them: EMQX requires them in every body.
 */
function withTags(form: SchemaFormControl, schema: PlugInSchema): SchemaFormControl {
  return {
    ...form,
    submit() {
      const value = form.submit()
      const variant = isRecord(value) ? variantOf(schema, value) : undefined
      return variant ? toVariant(value, undefined, variant) : value
    },
  }
}

/** New objects start with the first variant. */
function withFirstVariant(schema: PlugInSchema, value: unknown): unknown {
  const first = variantOf(schema, value)
  return first ? toVariant(value, undefined, first) : value
}
