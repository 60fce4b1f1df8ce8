/** Runs tasks one after the other, even if earlier ones fail. */
export function inOrder(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => {}) // the caller of that task handles the error
    return done
  }
}
