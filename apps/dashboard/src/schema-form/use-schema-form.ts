import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { setFieldLabels, validationProblemOf } from '../api/errors/errors.ts'
import { type ChangedPath, changedPaths } from '../lib/json/changed-paths.ts'
import { isRecord, type Path, sameJson } from '../lib/json/json-path.ts'
import { faults } from './fault-texts.ts'
import { createFormStore, type FormState, type FormStore } from './form-store.ts'
import { MalformedJson } from './json-text.ts'
import { buildModel, type FormNode } from './model.ts'
import { faultOfServer } from './server-errors.ts'
import { labelsByName, mergeTexts, type SchemaTexts, textsOf } from './texts.ts'
import { initialValue, toWireValue, withoutSecrets } from './values.ts'
import type { SchemaDocument, WireSchema } from './wire.ts'

export interface SchemaFormOptions {
  /** The response of `GET /schemas/...`, or components from the contract's `toComponents`. */
  readonly document: SchemaDocument
  /** `emqx.mqtt`, a path such as `/configs/global_zone`, or a schema. */
  readonly component: string | WireSchema
  /**
   * `edit`: `value` is the server's; it is sent back completely, with fields unknown to the form. `create`: `value` is
   * merged over the defaults. `copy`: `value` is another object's, whose secrets must be entered again.
   */
  readonly mode: 'create' | 'edit' | 'copy'
  readonly value?: unknown
  /** Texts for components that the contract does not describe, or replacements. */
  readonly texts?: SchemaTexts
}

/** A form. Stable across renders; `useFormState` observes changes. */
export interface SchemaFormControl {
  readonly store: FormStore
  /** False until the texts of the fields are loaded: do not render before. */
  readonly isReady: boolean
  /** Whether the document has the component; otherwise the form is one JSON field. */
  readonly isKnown: boolean
  /** The value to send. */
  readonly wireValue: () => unknown
  readonly set: (path: Path, value: unknown) => void
  /** Validates, marks errors, and returns the value to send; undefined if there are errors. */
  readonly submit: () => unknown
  /** Shows a server error at its field. Returns false if it has no field in this form: show it above. */
  readonly refuse: (error: unknown) => boolean
  /** Makes the current value the initial value, after it was saved. */
  readonly markSaved: () => void
  readonly reset: () => void
}

/** State of a `<SchemaForm>`: model, values, errors, changes. */
export function useSchemaForm({ document, component, mode, value, texts }: SchemaFormOptions): SchemaFormControl {
  const declared = useDeclaredTexts()
  const words = useMemo(() => mergeTexts(declared, texts), [declared, texts])
  const model = useMemo(() => buildModel(document, component, words), [document, component, words])
  // Messages about rejected values contain the labels of the fields.
  useEffect(() => void setFieldLabels(labelsByName(words)), [words])
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

function makeStore(model: FormNode, mode: SchemaFormOptions['mode'], value: unknown): FormStore {
  if (mode === 'edit') return createFormStore(model, value, false)
  if (mode === 'create') return createFormStore(model, mergeOver(initialValue(model), value), true)
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
    markSaved: () => store.rebase(wireValue()),
    reset: store.reset,
  }
}

export interface SchemaFormState {
  /** The value in the form. */
  readonly value: unknown
  readonly changes: readonly ChangedPath[]
  readonly isDirty: boolean
  /** Paths of the known errors. */
  readonly faults: readonly string[]
}

/** Observes a whole form and renders on every key: for the save bar, not for fields. */
export function useFormState({ store, wireValue }: SchemaFormControl): SchemaFormState {
  const state = useSyncExternalStore(store.subscribe, store.get)
  return useMemo(() => {
    const changes = changesOf(state, wireValue)
    return { value: state.value, changes, isDirty: changes.length > 0, faults: [...state.faults.keys()] }
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

/** Merges `value` over `base`, objects by key. */
function mergeOver(base: unknown, value: unknown): unknown {
  if (value === undefined) return base
  if (!isRecord(base) || !isRecord(value)) return value
  const keys = [...new Set([...Object.keys(base), ...Object.keys(value)])]
  return Object.fromEntries(keys.map((key) => [key, mergeOver(base[key], value[key])]))
}

let loading: Promise<SchemaTexts> | undefined

/** The contract's texts; undefined while loading. Without them, field names are shown. */
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
