/** Timeout of waits in milliseconds. Far above what tests need on a busy machine, and below Vitest's own limit. */
export const waitTimeoutMs = 60_000

/** Timeout of the start of a server in milliseconds: it needs seconds of processor time. */
export const startTimeoutMs = 120_000

/** Rejects after the timeout with a message of what was expected and what happened instead. */
export function withDeadline<T>(promise: Promise<T>, explain: () => string, ms = waitTimeoutMs): Promise<T> {
  const late = new Error()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      late.message = `${explain()} (after ${ms} ms)`
      reject(late)
    }, ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Polls until the result is neither undefined nor false, for state that has no change event. */
export async function eventually<T>(
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  explain: () => string,
  ms = waitTimeoutMs,
): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    if (Date.now() > end) throw new Error(`${explain()} (after ${ms} ms)`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
