import { type ReactNode, useCallback } from 'react'
import { AffectedItems, confirm, type Question } from '../ui/index.ts'
import { useReportedAction } from './use-reported-action.ts'

/** Texts of a confirmed action: the question, the button, and the toasts for success and failure. */
export interface ActionTexts {
  readonly title: string
  readonly action: string
  /** A function if the text depends on choices in the question. */
  readonly done: string | (() => string)
  readonly failed: string
}

export interface ActionToConfirm extends Pick<Question, 'typeToConfirm'> {
  /** See `useReportedAction`. */
  readonly undo?: (() => unknown) | undefined
  /** The effect of the action, in one sentence. */
  readonly consequence?: ReactNode
  /** Names that are listed above the consequence. */
  readonly affected?: readonly string[]
  /** True unless given: the action deletes or interrupts something. */
  readonly danger?: boolean
  readonly run: () => Promise<unknown>
}

/**
 * Asks, runs the action and shows the result as a toast. Resolves to whether it was confirmed and succeeded. The
 * returned function is stable. `useConfirmDeletion` has the texts of deletions.
 */
export function useConfirmAction(): (action: ActionToConfirm & ActionTexts) => Promise<boolean> {
  const report = useReportedAction()
  return useCallback(
    async (action) => {
      const { done, failed, undo } = action
      if (!(await confirm({ ...questionOf(action), title: action.title, action: action.action }))) return false
      return report(action.run, { done: typeof done === 'string' ? done : done(), failed, undo })
    },
    [report],
  )
}

/** The body of the question, without title and button. */
export function questionOf({ consequence, affected, danger = true, typeToConfirm }: Omit<ActionToConfirm, 'run'>) {
  return {
    body: affected ? <AffectedItems names={affected}>{consequence}</AffectedItems> : consequence,
    danger,
    ...(typeToConfirm !== undefined && { typeToConfirm }),
  }
}
