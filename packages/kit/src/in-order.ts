/** Does one piece of work after the other, whatever becomes of those before. */
export function inOrder(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => {}) // told to whoever asked for it
    return done
  }
}
