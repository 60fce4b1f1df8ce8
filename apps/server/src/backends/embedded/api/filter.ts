/** The items that pass every test, and undefined for the others: a walk over many of them may pause there. */
export function* filter<T>(items: Iterable<T>, tests: readonly ((item: T) => boolean)[]): Generator<T | undefined> {
  for (const item of items) yield tests.every((test) => test(item)) ? item : undefined
}

/** A list of tests, without those whose parameter was not given. */
export function given<T>(
  ...tests: readonly (((item: T) => boolean) | undefined | false)[]
): readonly ((item: T) => boolean)[] {
  return tests.filter((test) => typeof test === 'function')
}
