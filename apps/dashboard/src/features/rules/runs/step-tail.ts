import { type RuleStep, toError } from '@mqdeck/contract'
import { createValue, type Value } from '../../../lib/json/value.ts'

export interface StepAnswer {
  readonly position: number
  readonly steps: readonly RuleStep[]
  /** An unknown number of earlier steps is missing. */
  readonly isCut?: boolean
  /** Nodes that did not respond. Their steps are missing. */
  readonly silentNodes?: readonly string[]
  /** The steps come from a log trace. */
  readonly isTraced?: boolean
}

/**
 * Reads the steps after a position. Undefined if the broker does not report steps. @throws (rejects) without a response
 */
export type ReadSteps = (after: number) => Promise<StepAnswer | undefined>

export interface StepSource {
  readonly read: ReadSteps
  /** Called when the view is closed. Reading starts again on the next call. Never rejects. */
  readonly close: () => Promise<void>
}

export interface StepState {
  /** Oldest first. */
  readonly steps: readonly RuleStep[]
  /** Number of steps that the broker no longer had. */
  readonly missed: number
  /** An unknown number of steps is missing. */
  readonly isCut: boolean
  /** Nodes that did not respond. */
  readonly silentNodes: readonly string[]
  readonly isTraced: boolean
  /** The broker does not report steps. */
  readonly isUnsupported: boolean
  /** The start position is known. */
  readonly isOpen: boolean
  readonly error: Error | undefined
}

export interface StepTail {
  readonly state: Value<StepState>
  /** Reads new steps. The first call only gets the current position. Only one request runs at a time. */
  readonly newer: () => Promise<void>
  readonly clear: () => void
}

const nothing: StepState = {
  steps: [],
  missed: 0,
  isCut: false,
  silentNodes: [],
  isTraced: false,
  isUnsupported: false,
  isOpen: false,
  error: undefined,
}

/** Collects new steps of a rule, each once, up to `maxSteps`. */
export function createStepTail(read: ReadSteps, maxSteps = 2000): StepTail {
  const state = createValue<StepState>(nothing)
  const change = (part: Partial<StepState>) => state.set({ ...state.get(), ...part })
  let position = 0
  let pending: Promise<void> | undefined

  async function readNew(): Promise<void> {
    try {
      const answer = await read(position)
      if (answer) take(answer)
      else change({ isUnsupported: true, isOpen: true, error: undefined })
    } catch (error) {
      change({ error: toError(error) })
    }
  }

  function take({ position: end, steps, isCut = false, silentNodes = [], isTraced = false }: StepAnswer): void {
    const { isOpen, steps: before, missed, error } = state.get()
    if (isCut) change({ isCut })
    if (isTraced !== state.get().isTraced) change({ isTraced })
    if (silentNodes.join() !== state.get().silentNodes.join()) change({ silentNodes })
    // The position restarts after a restart of the broker, or after a long time without requests.
    const from = end < position ? 0 : position
    const hasNewSteps = isOpen && end !== position
    position = end
    if (hasNewSteps) {
      const newSteps = steps.filter((step) => step.position > from)
      const lost = Math.max(0, end - from - newSteps.length)
      change({ steps: [...before, ...newSteps].slice(-maxSteps), missed: missed + lost, error: undefined })
    } else if (!isOpen || error) {
      // Most responses have no steps and need no rendering.
      change({ isOpen: true, error: undefined })
    }
  }

  return {
    state,
    newer() {
      pending ??= readNew().finally(() => {
        pending = undefined
      })
      return pending
    },
    clear: () => change({ steps: [], missed: 0, isCut: false }),
  }
}
