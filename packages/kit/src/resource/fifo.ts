/** A queue whose operations take constant time. */
export interface Fifo<T> {
  readonly length: () => number
  readonly push: (one: T) => void
  readonly first: () => T | undefined
  readonly shift: () => T | undefined
}

/** Removed elements are cut off once there are as many of them as are left, and more than this. */
const minTrimCount = 1024

export function createFifo<T>(): Fifo<T> {
  let elements: (T | undefined)[] = []
  let start = 0
  return {
    length: () => elements.length - start,
    push: (one) => void elements.push(one),
    first: () => elements[start],
    shift() {
      const one = elements[start]
      if (start === elements.length) return undefined
      // Releases the element for the garbage collector.
      elements[start] = undefined
      start += 1
      if (start > minTrimCount && start * 2 > elements.length) {
        elements = elements.slice(start)
        start = 0
      }
      return one
    },
  }
}
