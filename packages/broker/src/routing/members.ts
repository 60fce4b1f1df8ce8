import type { Member } from './router.ts'

/** Up to here a search of the list is as fast as a map, which most routes then do without. */
const fewMembers = 8

/**
 * The subscribers of one route, in the order in which they came. A class, since a broker may have a million of them.
 *
 * `snapshot` gives an array that never changes under who iterates it; it is made anew after a change, so that many
 * changes without a delivery between them cost no copies.
 */
export class Members<S, O> {
  #list: (Member<S, O> | undefined)[] = []
  /** Where each subscriber stands in the list, once there are more than a few. */
  #indexes: Map<S, number> | undefined
  /** Places whose subscriber has left: they keep the order of the others until they are more than half. */
  #holes = 0
  #snapshot: readonly Member<S, O>[] | undefined

  get size(): number {
    return this.#list.length - this.#holes
  }

  get(subscriber: S): O | undefined {
    const index = this.#indexOf(subscriber)
    return index < 0 ? undefined : this.#list[index]?.options
  }

  /** True when the subscriber is new, false when its options were replaced. */
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
