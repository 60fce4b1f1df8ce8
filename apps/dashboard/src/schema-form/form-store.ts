import { isRecord, type Path, sameJson, valueAt, withValueAt } from '../lib/json/json-path.ts'
import { createValue } from '../lib/json/value.ts'
import { faults as texts } from './fault-texts.ts'
import type { FormNode } from './model.ts'
import type { Text } from './texts.ts'
import { nodeAt } from './unions.ts'
import { type Fault, validate } from './validate.ts'
import { mask } from './values.ts'

export interface FormState {
  readonly model: FormNode
  /** The value in the form; see `toWireValue` for the sent value. */
  readonly value: unknown
  /** The initial value: from the server, or the defaults of a new object. */
  readonly initial: unknown
  /** Errors found by the form, by `pathKey`. They prevent saving. */
  readonly faults: Faults
  /** Errors found by the server. They do not prevent saving again. */
  readonly refusals: Faults
  /** Secrets missing in a copy, by `pathKey`. They prevent saving. */
  readonly secretsToEnter: ReadonlySet<string>
}

type Faults = ReadonlyMap<string, Text>

/** The data of a form. Fields subscribe to their own part, so that typing in one renders no other. */
export interface FormStore {
  readonly get: () => FormState
  readonly subscribe: (listener: () => void) => () => void
  /** `undefined` removes the field. */
  readonly set: (path: Path, value: unknown) => void
  /** Validates a field when the user leaves it. */
  readonly check: (path: Path) => void
  /** Validates all fields. Returns true if there are no errors. */
  readonly checkAll: () => boolean
  /** Shows errors of the server. */
  readonly show: (faults: readonly Fault[]) => void
  /** Restores the initial value. */
  readonly reset: () => void
  /** Updates the initial value from the server. Unchanged fields follow it. */
  readonly rebase: (value: unknown) => void
  readonly setModel: (model: FormNode) => void
}

/**
 * @param isNew validates everything, because no server has accepted the initial value yet
 * @param secrets paths of secrets that must be entered again
 */
export function createFormStore(
  model: FormNode,
  initial: unknown,
  isNew: boolean,
  secrets: readonly Path[] = [],
): FormStore {
  const state = createValue<FormState>({
    model,
    value: initial,
    initial,
    faults: new Map(),
    refusals: new Map(),
    secretsToEnter: new Set(secrets.map(pathKey)),
  })
  const update = (change: Partial<FormState>) => state.set({ ...state.get(), ...change })
  const before = (path: Path) => (isNew ? undefined : valueAt(state.get().initial, path))
  const faultsAt = (path: Path, value: unknown): readonly Fault[] => {
    const node = nodeAt(state.get().model, path, value)
    const found = node ? validate(node, valueAt(value, path), { before: before(path), path }) : []
    return isNew ? [...missingSecrets(value, path, secrets), ...found] : found
  }
  return {
    get: state.get,
    subscribe: state.subscribe,
    set(path, next) {
      const { value, faults, refusals } = state.get()
      const changed = withValueAt(value, path, next)
      const hadFault = hasWithin(faults, path)
      update({
        value: changed,
        // After an error, the field is validated on every change.
        ...(hadFault && { faults: replaced(faults, path, faultsAt(path, changed)) }),
        ...(hasWithin(refusals, path) && { refusals: replaced(refusals, path, []) }),
      })
    },
    check(path) {
      const { value, faults } = state.get()
      const found = faultsAt(path, value)
      if (found.length > 0 || hasWithin(faults, path)) update({ faults: replaced(faults, path, found) })
    },
    checkAll() {
      const found = faultsAt([], state.get().value)
      update({ faults: replaced(new Map(), [], found), refusals: new Map() })
      return found.length === 0
    },
    show: (found) => update({ refusals: replaced(new Map(), [], found) }),
    reset: () => update({ value: state.get().initial, faults: new Map(), refusals: new Map() }),
    rebase(next) {
      const { initial: base, value } = state.get()
      if (sameJson(next, base)) return
      update({ initial: next, value: mergeChanges(base, value, next), faults: new Map(), refusals: new Map() })
    },
    setModel: (next) => update({ model: next }),
  }
}

/** Secrets at or below `path` that are empty in a copy, or masked: a server would store the asterisks as the secret. */
function missingSecrets(value: unknown, path: Path, secrets: readonly Path[]): readonly Fault[] {
  const emptied = secrets.filter(
    (one) => isWithin(pathKey(one), path) && valueAt(value, one) === '' && !isSwitchedOff(value, one),
  )
  return [...emptied, ...masksIn(valueAt(value, path), path)].map((at) => ({ path: at, text: texts.secretAgain }))
}

const isSwitchedOff = (value: unknown, path: Path) =>
  path.some((_, length) => length > 0 && valueAt(value, [...path.slice(0, length), 'enable']) === false)

function masksIn(value: unknown, path: Path): readonly Path[] {
  if (value === mask) return [path]
  if (Array.isArray(value)) return value.flatMap((inner, index) => masksIn(inner, [...path, index]))
  return isRecord(value) ? Object.entries(value).flatMap(([key, inner]) => masksIn(inner, [...path, key])) : []
}

/** The key of a path: `client_attrs_init.0.expression`; empty for the whole form. */
export const pathKey = (path: Path): string => path.join('.')

/** The error of the field at `key`. */
export const faultAt = ({ faults, refusals }: FormState, key: string): Text | undefined =>
  faults.get(key) ?? refusals.get(key)

/** Whether there is an error at or inside `path`. */
export const hasFaultWithin = ({ faults, refusals }: FormState, path: Path): boolean =>
  hasWithin(faults, path) || hasWithin(refusals, path)

function hasWithin(faults: Faults, path: Path): boolean {
  return faults.size > 0 && [...faults.keys()].some((key) => isWithin(key, path))
}

function isWithin(key: string, path: Path): boolean {
  const outer = pathKey(path)
  return outer === '' || key === outer || key.startsWith(`${outer}.`)
}

function replaced(faults: Faults, path: Path, found: readonly Fault[]): Faults {
  const others = [...faults].filter(([key]) => !isWithin(key, path))
  // The first error per path is enough.
  return new Map([...found.map((fault) => [pathKey(fault.path), fault.text] as const).reverse(), ...others])
}

/** Applies the local changes since `base` to the broker's current value. On conflict the local value is kept. */
export function mergeChanges(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (sameJson(base, mine)) return theirs
  if (!isRecord(base) || !isRecord(mine) || !isRecord(theirs)) return mine
  const keys = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
  const entries = keys.map((key) => [key, mergeChanges(base[key], mine[key], theirs[key])] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
