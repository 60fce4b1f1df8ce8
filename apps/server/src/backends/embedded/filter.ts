/** Items that pass all tests, and undefined for the others, so that iteration over many items can pause there. */
export function* filter<T>(items: Iterable<T>, tests: readonly ((item: T) => boolean)[]): Generator<T | undefined> {
  for (const item of items) yield tests.every((test) => test(item)) ? item : undefined
}

/** A list of tests without those whose parameter is missing. */
export function given<T>(
  ...tests: readonly (((item: T) => boolean) | undefined | false)[]
): readonly ((item: T) => boolean)[] {
  return tests.filter((test) => typeof test === 'function')
}
