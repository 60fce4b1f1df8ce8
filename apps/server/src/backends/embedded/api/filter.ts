/** The items that pass every test, one after another, no further than they are asked for. */
export function* filter<T>(items: Iterable<T>, tests: readonly ((item: T) => boolean)[]): Generator<T> {
  for (const item of items) if (tests.every((test) => test(item))) yield item
}

/** A list of tests, without those whose parameter was not given. */
export function given<T>(
  ...tests: readonly (((item: T) => boolean) | undefined | false)[]
): readonly ((item: T) => boolean)[] {
  return tests.filter((test) => typeof test === 'function')
}
