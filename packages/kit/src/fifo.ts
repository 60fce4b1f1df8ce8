/** A first-in, first-out list whose `shift` does not move the remaining items. */
export class Fifo<T> {
  #items: (T | undefined)[] = []
  #head = 0

  get length(): number {
    return this.#items.length - this.#head
  }

  push(item: T): void {
    this.#items.push(item)
  }

  peek(): T | undefined {
    return this.#items[this.#head]
  }

  shift(): T | undefined {
    const item = this.#items[this.#head]
    if (item === undefined) return undefined
    this.#items[this.#head] = undefined
    this.#head += 1
    if (this.#head === this.#items.length) {
      this.#items = []
      this.#head = 0
    } else if (this.#head > 1024 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head)
      this.#head = 0
    }
    return item
  }

  /** Returns false if the item is not in the list. */
  remove(item: T): boolean {
    const index = this.#items.indexOf(item, this.#head)
    if (index < 0) return false
    this.#items.splice(index, 1)
    return true
  }

  *[Symbol.iterator](): IterableIterator<T> {
    for (let index = this.#head; index < this.#items.length; index += 1) {
      const item = this.#items[index]
      if (item !== undefined) yield item
    }
  }
}
