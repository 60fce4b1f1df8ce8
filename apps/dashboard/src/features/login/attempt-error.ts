import { ApiError } from '@mqdeck/contract'
import { useEffect, useState } from 'react'
import { useErrorText } from '../../api/index.ts'

interface AttemptError {
  /** Undefined when the user may try again. */
  readonly text: string | undefined
  /** The server rejects further attempts for now. */
  readonly isWaiting: boolean
}

/** The error of a failed login. An error with a waiting time counts down and disappears. */
export function useAttemptError(error: unknown): AttemptError {
  const describe = useErrorText()
  const wait = error instanceof ApiError && error.status === 429 ? error.retryAfter : undefined
  const [counted, setCounted] = useState<{ readonly of: unknown; readonly left: number }>()
  useEffect(() => {
    if (wait === undefined) return
    const until = Date.now() + wait * 1000
    const count = () => {
      const left = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      setCounted({ of: error, left })
      if (left === 0) clearInterval(timer)
    }
    const timer = setInterval(count, 250)
    return () => clearInterval(timer)
  }, [error, wait])

  if (error === undefined) return { text: undefined, isWaiting: false }
  if (wait === undefined) return { text: describe(error), isWaiting: false }
  const left = counted?.of === error ? counted.left : wait
  return left === 0
    ? { text: undefined, isWaiting: false }
    : { text: describe(new ApiError(429, { retry_after: left })), isWaiting: true }
}
