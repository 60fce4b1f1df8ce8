import { useCallback } from 'react'
import { toast } from '../ui/index.ts'
import { useErrorText } from './errors.ts'

/** What is told when something has been done, and when the broker refused; the reason comes along by itself. */
interface Outcome {
  readonly done: string
  readonly failed: string
}

/** Does what the user has confirmed and tells by toast what came of it; resolves to whether it was done. */
export function useReportedAction(): (act: () => Promise<unknown>, outcome: Outcome) => Promise<boolean> {
  const describe = useErrorText()
  return useCallback(
    async (act, { done, failed }) => {
      try {
        await act()
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
