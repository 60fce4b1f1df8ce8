import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { setFieldLabels, validationProblemOf } from '../data/errors.ts'
import { type ChangedPath, changedPaths } from '../lib/changed-paths.ts'
import { isRecord, type Path, sameJson } from '../lib/json-path.ts'
import { faults } from './fault-texts.ts'
import { createFormStore, type FormState, type FormStore } from './form-store.ts'
import { MalformedJson } from './json-text.ts'
import { buildModel, type FormNode } from './model.ts'
import { faultOfServer } from './server-errors.ts'
import { labelOfField, type SchemaTexts, textsOf } from './texts.ts'
import { initialValue, toWireValue, withoutSecrets } from './values.ts'
import type { SchemaDocument, WireSchema } from './wire.ts'

// Messages about a refused value name its field as the form does.
setFieldLabels(labelOfField)

export interface SchemaFormOptions {
  /** The answer of `GET /schemas/...`, or components made with `toComponents` of the contract. */
  readonly document: SchemaDocument
  /** `emqx.mqtt`, a path such as `/configs/global_zone`, or a schema of its own. */
  readonly component: string | WireSchema
  /**
   * `edit`: `value` is what the server has; it is sent back whole, with what the form does not know untouched.
   * `create`: `value` comes over the defaults. `copy`: `value` is another thing's, whose secrets have to be entered again.
   */
  readonly mode: 'create' | 'edit' | 'copy'
  readonly value?: unknown
  /** Words for components that the contract does not describe, or better ones. */
  readonly texts?: SchemaTexts
}

/** One form. The same object in every render; `useFormState` tells what changes. */
export interface SchemaFormControl {
  readonly store: FormStore
  /** False until the words of the fields are there: show nothing of it yet. */
  readonly isReady: boolean
  /** Whether the document describes the component; if not, the form is one JSON field. */
  readonly isKnown: boolean
  /** What would be sent now. */
  readonly wireValue: () => unknown
  readonly set: (path: Path, value: unknown) => void
  /** Marks what is wrong and gives the value to send, or nothing while something is wrong. */
  readonly submit: () => unknown
  /** Shows a refusal of the server at its field. False: it names no field of this form, show it above. */
  readonly refuse: (error: unknown) => boolean
  /** What is in the form now is what the server has. */
  readonly saved: () => void
  readonly reset: () => void
}

/** Holds the data of a `<SchemaForm>`: model, values, faults, what has changed. */
export function useSchemaForm({ document, component, mode, value, texts }: SchemaFormOptions): SchemaFormControl {
  const declared = useDeclaredTexts()
  const words = useMemo(() => ({ ...declared, ...texts }), [declared, texts])
  const model = useMemo(() => buildModel(document, component, words), [document, component, words])
  const known = model ?? unknownNode
  const [store] = useState(() => makeStore(known, mode, value))
  const shown = useRef({ model: known, value })
  useEffect(() => {
    if (shown.current.model !== known) store.setModel(known)
    if (mode === 'edit' && !sameJson(shown.current.value, value)) store.rebase(value)
    shown.current = { model: known, value }
  }, [store, known, mode, value])
  const isReady = declared !== undefined
  const isKnown = model !== undefined
  return useMemo(() => createControl(store, isReady, isKnown), [store, isReady, isKnown])
}

export function makeStore(model: FormNode, mode: SchemaFormOptions['mode'], value: unknown): FormStore {
  if (mode === 'edit') return createFormStore(model, value, false)
  if (mode === 'create') return createFormStore(model, over(initialValue(model), value), true)
  const copied = withoutSecrets(model, value)
  const store = createFormStore(model, copied.value, true, copied.emptied)
  store.show(copied.emptied.map((path) => ({ path, text: faults.secretAgain })))
  return store
}

function createControl(store: FormStore, isReady: boolean, isKnown: boolean): SchemaFormControl {
  const wireValue = () => {
    const { model, value, initial } = store.get()
    return toWireValue(model, value, initial)
  }
  return {
    store,
    isReady,
    isKnown,
    wireValue,
    set: store.set,
    submit: () => (store.checkAll() ? wireValue() : undefined),
    refuse(error) {
      const problem = validationProblemOf(error)
      const { model, value } = store.get()
      const found = problem && faultOfServer(model, value, problem)
      if (found) store.show([found])
      return found !== undefined
    },
    saved: () => store.rebase(wireValue()),
    reset: store.reset,
  }
}

export interface SchemaFormState {
  /** As it is in the form. */
  readonly value: unknown
  readonly changes: readonly ChangedPath[]
  readonly isDirty: boolean
  /** How many fields are wrong, as far as has been looked. */
  readonly faults: number
}

/** Watches a whole form. The component renders again with every key: for the bar of a form, not for its fields. */
export function useFormState({ store, wireValue }: SchemaFormControl): SchemaFormState {
  const state = useSyncExternalStore(store.subscribe, store.get)
  return useMemo(() => {
    const changes = changesOf(state, wireValue)
    return { value: state.value, changes, isDirty: changes.length > 0, faults: state.faults.size }
  }, [state, wireValue])
}

function changesOf({ value, initial }: FormState, wireValue: () => unknown): readonly ChangedPath[] {
  if (value === initial) return []
  if (value instanceof MalformedJson) return [{ path: '', before: initial, after: value.text }]
  return changedPaths(initial, wireValue())
}

const unknownNode: FormNode = {
  ...textsOf({ component: undefined, path: ['configuration'] }, {}),
  kind: 'json',
  key: '',
  help: undefined,
  required: true,
  readOnly: false,
  advanced: false,
  default: undefined,
  example: undefined,
}

/** `value` over `base`, objects key by key. */
function over(base: unknown, value: unknown): unknown {
  if (value === undefined) return base
  if (!isRecord(base) || !isRecord(value)) return value
  const keys = [...new Set([...Object.keys(base), ...Object.keys(value)])]
  return Object.fromEntries(keys.map((key) => [key, over(base[key], value[key])]))
}

let loading: Promise<SchemaTexts> | undefined

/** The contract's words; undefined while they are on their way. Without them the names of the fields have to do. */
function useDeclaredTexts(): SchemaTexts | undefined {
  const [texts, setTexts] = useState<SchemaTexts>()
  useEffect(() => {
    let isGone = false
    loading ??= import('./declared-texts.ts').then(({ declaredTexts }) => declaredTexts())
    loading.then(
      (loaded) => !isGone && setTexts(loaded),
      () => {
        loading = undefined
        if (!isGone) setTexts({})
      },
    )
    return () => {
      isGone = true
    }
  }, [])
  return texts
}
