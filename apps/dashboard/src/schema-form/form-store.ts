import { isRecord, type Path, sameJson, valueAt, withValueAt } from '../lib/json-path.ts'
import { createValue } from '../lib/value.ts'
import { nodeAt } from './arms.ts'
import { faults as texts } from './fault-texts.ts'
import { mergeChanges } from './merge-changes.ts'
import type { FormNode } from './model.ts'
import type { Text } from './texts.ts'
import { type Fault, validate } from './validate.ts'
import { mask } from './values.ts'

export interface FormState {
  readonly model: FormNode
  /** As it is in the form; see `toWireValue` for what is sent. */
  readonly value: unknown
  /** What the form began with: the server's value, or the defaults of something new. */
  readonly initial: unknown
  /** What the form itself finds wrong, by `pathKey`. It cannot be sent like that. */
  readonly faults: Faults
  /** What somebody else found wrong. May be right by now: it can be sent again. */
  readonly refusals: Faults
  /** Paths of secrets that a copy does not have yet, by `pathKey`: it cannot be sent without them. */
  readonly secretsToEnter: ReadonlySet<string>
}

type Faults = ReadonlyMap<string, Text>

/** The data of one form. Fields watch their own part of it, so that typing in one touches no other. */
export interface FormStore {
  readonly get: () => FormState
  readonly subscribe: (listener: () => void) => () => void
  /** `undefined` takes the field away. */
  readonly set: (path: Path, value: unknown) => void
  /** The user has left the field: says what is wrong with it. */
  readonly check: (path: Path) => void
  /** Says what is wrong anywhere; true when nothing is. */
  readonly checkAll: () => boolean
  /** Shows what somebody else found wrong. */
  readonly show: (faults: readonly Fault[]) => void
  /** Back to how it began. */
  readonly reset: () => void
  /** The server has another value now: what the user has not changed follows it. */
  readonly rebase: (value: unknown) => void
  readonly setModel: (model: FormNode) => void
}

/**
 * @param isNew nothing of the first value has been accepted by a server yet, so all of it is checked
 * @param secrets paths of secrets that have to be entered again
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
        // Once something was wrong, the field says at once when it is mended.
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

/** Secrets at or below `path` that are empty in a copy, or the mask: a server would store its asterisks as the secret. */
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

/** `client_attrs_init.0.expression`; empty for the whole form. */
export const pathKey = (path: Path): string => path.join('.')

/** What is wrong with the field at `key`. */
export const faultAt = ({ faults, refusals }: FormState, key: string): Text | undefined =>
  faults.get(key) ?? refusals.get(key)

/** Whether something is wrong at `path` or inside of it. */
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
  // The first of several at one place is enough.
  return new Map([...found.map((fault) => [pathKey(fault.path), fault.text] as const).reverse(), ...others])
}
