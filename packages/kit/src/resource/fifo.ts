/** A queue that takes as long for the first element as for the last. */
export interface Fifo<T> {
  readonly length: () => number
  readonly push: (one: T) => void
  readonly first: () => T | undefined
  readonly shift: () => T | undefined
}

/** Elements that are gone are cut off when there are as many as those that are left, and more than these. */
const slack = 1024

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
      // Otherwise it would be kept from the garbage collector.
      elements[start] = undefined
      start += 1
      if (start > slack && start * 2 > elements.length) {
        elements = elements.slice(start)
        start = 0
      }
      return one
    },
  }
}
