import { useCallback } from 'react'
import { toast } from '../ui/index.ts'
import { useErrorText } from './errors/errors.ts'

/** Toast texts for success and failure; the error is added to the failure. */
interface ActionTexts {
  readonly done: string
  readonly failed: string
}

/** Runs an action and shows its result as a toast. Resolves to whether it succeeded. */
export function useReportedAction(): (action: () => Promise<unknown>, outcome: ActionTexts) => Promise<boolean> {
  const describe = useErrorText()
  return useCallback(
    async (action, { done, failed }) => {
      try {
        await action()
      } catch (error) {
        toast.error(failed, describe(error))
        return false
      }
      toast.success(done)
      return true
    },
    [describe],
  )
}
