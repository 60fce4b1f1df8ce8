import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { useIsViewer, useOverrideHints } from '../api/index.ts'
import { useMessages } from '../i18n/index.ts'
import { sameJson } from '../lib/json/json-path.ts'
import { toast, useSearchState } from '../ui/index.ts'
import type { FieldTarget } from './focus.ts'
import { formTexts } from './messages.ts'
import { SchemaForm, type SchemaFormProps } from './schema-form.tsx'
import { type SchemaFormControl, type SchemaFormOptions, useSchemaForm } from './use-schema-form.ts'
import type { Fault } from './validate.ts'

export interface SettingsFormProps
  extends Pick<
      SchemaFormProps,
      | 'groups'
      | 'hide'
      | 'hiddenOn'
      | 'locks'
      | 'hints'
      | 'completions'
      | 'withJson'
      | 'readOnly'
      | 'warning'
      | 'inherited'
      | 'below'
    >,
    Pick<SchemaFormOptions, 'document' | 'component' | 'texts'> {
  /** The value on the server. */
  readonly value: unknown
  /** The configuration root, for notes about values from the start configuration: `mqtt`. */
  readonly root: string
  /** Fetches the value before saving: see `useFresh`. */
  readonly read: () => Promise<unknown>
  readonly save: (value: unknown) => Promise<unknown>
  /** Additional validation. Stable. */
  readonly check?: ((value: unknown) => readonly Fault[]) | undefined
}

/**
 * The form of a part of the running configuration: read-only for viewers, with a review before saving and a notice
 * about changes of other users.
 */
export function SettingsForm({
  document,
  component,
  texts,
  value,
  root,
  read,
  save,
  check,
  hints,
  ...shown
}: SettingsFormProps) {
  const words = useMessages(formTexts)
  const isViewer = useIsViewer()
  const overrides = useOverrideHints(root)
  // Server changes during editing are handled on saving.
  const [base, setBase] = useState(value)
  const control = useSchemaForm({ document, component, mode: 'edit', value: base, ...(texts && { texts }) })
  const form = useMemo(() => (check ? withCheck(control, check) : control), [control, check])
  const isDirty = useSyncExternalStore(form.store.subscribe, () => {
    const { value: now, initial } = form.store.get()
    return !sameJson(now, initial)
  })
  if (!isDirty && base !== value) setBase(value)
  const fieldTarget = useFieldTarget(root)
  const notes = useMemo(() => joined(overrides, hints ?? {}), [overrides, hints])
  return (
    <SchemaForm
      {...shown}
      form={form}
      hints={notes}
      current={read}
      fieldTarget={fieldTarget}
      confirmDiff
      readOnly={isViewer || shown.readOnly === true}
      onSave={async (next) => {
        await save(next)
        toast.success(words.updated)
      }}
    />
  )
}

const fieldSearch = z.object({ field: z.string().optional() })

/**
 * The field of this root in the URL, such as `?field=mqtt.max_inflight`. It is removed from the URL, so that it can be
 * requested again.
 */
function useFieldTarget(root: string): FieldTarget | undefined {
  const [{ field }, setSearch] = useSearchState(fieldSearch)
  const own = field?.startsWith(`${root}.`) ? field.slice(root.length + 1) : undefined
  const [fieldTarget, setSought] = useState<FieldTarget>()
  useEffect(() => {
    if (own === undefined) return
    setSought({ path: own })
    setSearch({ field: undefined }, { replace: true, keepScroll: true })
  }, [own, setSearch])
  return fieldTarget
}

/** The same form with the additional validation of `check`. */
export function withCheck(form: SchemaFormControl, check: (value: unknown) => readonly Fault[]): SchemaFormControl {
  return {
    ...form,
    submit() {
      const value = form.submit()
      const found = value === undefined ? [] : check(value)
      if (found.length === 0) return value
      form.store.show(found)
      return undefined
    },
  }
}

/** A path may have a note from both. */
function joined(first: Notes, second: Notes): Notes {
  const paths = new Set([...Object.keys(first), ...Object.keys(second)])
  return Object.fromEntries(
    [...paths].map((path) => [path, [first[path], second[path]].filter((note) => note !== undefined).join(' ')]),
  )
}

type Notes = Readonly<Record<string, string>>
