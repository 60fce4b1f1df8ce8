import type { Member } from './router.ts'

/** Up to this size searching the list is as fast as a map, so most routes need no map. */
const fewMembers = 8

/**
 * The subscribers of one route, in insertion order. A class, because a broker can have a million of them.
 *
 * `snapshot` returns an array that never changes while it is iterated. It is created again only when needed after a
 * change, so that many changes without a delivery between them cost no copies.
 */
export class Members<S, O> {
  #list: (Member<S, O> | undefined)[] = []
  /** The index of each subscriber in the list, once there are more than a few. */
  #indexes: Map<S, number> | undefined
  /** The number of removed entries in the list. They are compacted when they are more than half. */
  #holes = 0
  #snapshot: readonly Member<S, O>[] | undefined

  get size(): number {
    return this.#list.length - this.#holes
  }

  get(subscriber: S): O | undefined {
    const index = this.#indexOf(subscriber)
    return index < 0 ? undefined : this.#list[index]?.options
  }

  /** Returns true if the subscriber is new, false if its options were replaced. */
  set(subscriber: S, options: O): boolean {
    this.#snapshot = undefined
    const member = { subscriber, options }
    const index = this.#indexOf(subscriber)
    if (index >= 0) {
      this.#list[index] = member
      return false
    }
    const last = this.#list.push(member) - 1
    if (this.#indexes !== undefined) this.#indexes.set(subscriber, last)
    else if (last >= fewMembers) this.#compact()
    return true
  }

  delete(subscriber: S): boolean {
    const index = this.#indexOf(subscriber)
    if (index < 0) return false
    this.#snapshot = undefined
    this.#indexes?.delete(subscriber)
    this.#list[index] = undefined
    this.#holes++
    if (this.#holes * 2 > this.#list.length) this.#compact()
    return true
  }

  snapshot(): readonly Member<S, O>[] {
    this.#snapshot ??= this.#list.filter((member) => member !== undefined)
    return this.#snapshot
  }

  #indexOf(subscriber: S): number {
    if (this.#indexes !== undefined) return this.#indexes.get(subscriber) ?? -1
    return this.#list.findIndex((member) => member !== undefined && member.subscriber === subscriber)
  }

  #compact(): void {
    const dense = this.#list.filter((member) => member !== undefined)
    this.#list = dense
    this.#holes = 0
    this.#indexes =
      dense.length > fewMembers ? new Map(dense.map((member, index) => [member.subscriber, index])) : undefined
  }
}
