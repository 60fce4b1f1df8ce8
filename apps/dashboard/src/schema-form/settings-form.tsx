import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { useIsViewer, useOverrideHints } from '../data/index.ts'
import { useMessages } from '../i18n/index.ts'
import { sameJson } from '../lib/json-path.ts'
import { toast, useSearchState } from '../ui/index.ts'
import type { Sought } from './find-field.ts'
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
    >,
    Pick<SchemaFormOptions, 'document' | 'component' | 'texts'> {
  /** As the server has it. */
  readonly value: unknown
  /** Of the configuration, for the notes on what the start configuration has set: `mqtt`. */
  readonly root: string
  /** Asks the server for the value, before it is saved: see `useFresh`. */
  readonly read: () => Promise<unknown>
  readonly save: (value: unknown) => Promise<unknown>
  /** What is wrong beyond what the schema says. Stable. */
  readonly check?: ((value: unknown) => readonly Fault[]) | undefined
}

/**
 * The form of a part of the running configuration: for viewers to look at only, with a look at the differences before
 * saving, and a word when somebody else was faster.
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
  // What comes while somebody is typing waits until they save: then they are told.
  const [base, setBase] = useState(value)
  const control = useSchemaForm({ document, component, mode: 'edit', value: base, ...(texts && { texts }) })
  const form = useMemo(() => (check ? withCheck(control, check) : control), [control, check])
  const isDirty = useSyncExternalStore(form.store.subscribe, () => {
    const { value: now, initial } = form.store.get()
    return !sameJson(now, initial)
  })
  if (!isDirty && base !== value) setBase(value)
  const sought = useSought(root)
  const notes = useMemo(() => joined(overrides, hints ?? {}), [overrides, hints])
  return (
    <SchemaForm
      {...shown}
      form={form}
      hints={notes}
      current={read}
      sought={sought}
      confirmDiff
      readOnly={isViewer || shown.readOnly === true}
      onSave={async (next) => {
        await save(next)
        toast.success(words.updated)
      }}
    />
  )
}

const soughtSearch = z.object({ field: z.string().optional() })

/** The field of this root that the address names, as `?field=mqtt.max_inflight`. It then leaves the address, to be named again. */
function useSought(root: string): Sought | undefined {
  const [{ field }, setSearch] = useSearchState(soughtSearch)
  const own = field?.startsWith(`${root}.`) ? field.slice(root.length + 1) : undefined
  const [sought, setSought] = useState<Sought>()
  useEffect(() => {
    if (own === undefined) return
    setSought({ path: own })
    setSearch({ field: undefined }, { replace: true, keepScroll: true })
  }, [own, setSearch])
  return sought
}

/** The same form, which also refuses what `check` finds. */
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

/** A path may have a note of each. */
function joined(first: Notes, second: Notes): Notes {
  const paths = new Set([...Object.keys(first), ...Object.keys(second)])
  return Object.fromEntries(
    [...paths].map((path) => [path, [first[path], second[path]].filter((note) => note !== undefined).join(' ')]),
  )
}

type Notes = Readonly<Record<string, string>>
