import { useCallback } from 'react'
import { defineMessages, useMessages } from '../i18n/index.ts'
import { toast } from '../ui/index.ts'
import { useErrorText } from './errors/errors.ts'

const undoMessages = defineMessages({ en: { undo: 'Undo' }, zh: { undo: '撤销' } })

/** Toast texts for success and failure; the error is added to the failure. */
interface ActionTexts {
  readonly done: string
  readonly failed: string
  /** Reverses the action: the toast has a button for it. It reports its own result. */
  readonly undo?: (() => unknown) | undefined
}

/** Runs an action and shows its result as a toast. Resolves to whether it succeeded. */
export function useReportedAction(): (action: () => Promise<unknown>, outcome: ActionTexts) => Promise<boolean> {
  const describe = useErrorText()
  const texts = useMessages(undoMessages)
  return useCallback(
    async (action, { done, failed, undo }) => {
      try {
        await action()
      } catch (error) {
        toast.error(failed, describe(error))
        return false
      }
      toast.success(done, undo && { label: texts.undo, onSelect: () => void undo() })
      return true
    },
    [describe, texts],
  )
}
