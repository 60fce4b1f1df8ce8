import type { RuleStep } from '@mqdeck/contract'
import { createValue, type Value } from '../../../lib/value.ts'

export interface StepAnswer {
  readonly position: number
  readonly steps: readonly RuleStep[]
  /** Some before these were passed over; how many nobody knows. */
  readonly isCut?: boolean
  /** Nodes that did not answer: what they did is missing. */
  readonly silentNodes?: readonly string[]
  /** They come from a log trace. */
  readonly isTraced?: boolean
}

/** What came behind a position. Undefined: this broker tells of no steps. @throws (rejects) when there is no answer */
export type ReadSteps = (after: number) => Promise<StepAnswer | undefined>

/** Where steps come from. */
export interface StepSource {
  readonly read: ReadSteps
  /** Nobody looks any more; reading begins anew when somebody does. Never rejects. */
  readonly close: () => Promise<void>
}

export interface StepState {
  /** Oldest first. */
  readonly steps: readonly RuleStep[]
  /** Steps that were gone before they were asked for. */
  readonly missed: number
  /** Steps are missing, and nobody knows how many. */
  readonly isCut: boolean
  /** Nodes that do not answer. */
  readonly silentNodes: readonly string[]
  readonly isTraced: boolean
  /** The broker has no such thing. */
  readonly isUnsupported: boolean
  /** It is known from when on steps are shown. */
  readonly isOpen: boolean
  readonly error: Error | undefined
}

export interface StepTail {
  readonly state: Value<StepState>
  /** Reads what has come since; the first time it only finds out where "since" begins. One request at a time. */
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

/** The steps of a rule from now on, each once, and never more than `most` of them. */
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
      change({ error: error instanceof Error ? error : new Error(String(error)) })
    }
  }

  function take({ position: end, steps, isCut = false, silentNodes = [], isTraced = false }: StepAnswer): void {
    const { isOpen, steps: before, missed, error } = state.get()
    if (isCut) change({ isCut })
    if (isTraced !== state.get().isTraced) change({ isTraced })
    if (silentNodes.join() !== state.get().silentNodes.join()) change({ silentNodes })
    // It counts anew when the broker has started again, or nobody had asked for a while.
    const from = end < position ? 0 : position
    const hasNewSteps = isOpen && end !== position
    position = end
    if (hasNewSteps) {
      const newSteps = steps.filter((step) => step.position > from)
      const lost = Math.max(0, end - from - newSteps.length)
      change({ steps: [...before, ...newSteps].slice(-maxSteps), missed: missed + lost, error: undefined })
    } else if (!isOpen || error) {
      // Most polls bring nothing: nobody needs to draw again.
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
