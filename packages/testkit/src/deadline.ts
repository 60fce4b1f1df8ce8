/** How long a wait lasts before it fails, milliseconds. Far above what anything here needs, below Vitest's own limit. */
export const patience = 20_000

/** `promise`, or an error that says what was awaited and what there was instead. */
export function withDeadline<T>(promise: Promise<T>, explain: () => string, ms = patience): Promise<T> {
  const late = new Error()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      late.message = `${explain()} (after ${ms} ms)`
      reject(late)
    }, ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Asks again and again until the answer is neither undefined nor false. For state that tells nobody when it changes. */
export async function eventually<T>(
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  explain: () => string,
  ms = patience,
): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    if (Date.now() > end) throw new Error(`${explain()} (after ${ms} ms)`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
