/** Values of all levels of the tree, by index. */
export interface Columns {
  readonly parent: Uint32Array
  /** 0 for none. */
  readonly firstChild: Uint32Array
  readonly nextSibling: Uint32Array
  readonly nameStart: Uint32Array
  readonly nameLength: Uint16Array
  readonly depth: Uint16Array
  readonly flags: Uint8Array
  /** Messages of this topic without those below it. */
  readonly own: Uint32Array
  /** The following columns include all levels below. */
  readonly messages: Uint32Array
  readonly topics: Uint32Array
  readonly retained: Uint32Array
  /** Messages per second at `rateAt` in milliseconds. Decays over time. */
  readonly rate: Float32Array
  readonly rateAt: Uint32Array
}

export const createColumns = (capacity: number): Columns => ({
  parent: new Uint32Array(capacity),
  firstChild: new Uint32Array(capacity),
  nextSibling: new Uint32Array(capacity),
  nameStart: new Uint32Array(capacity),
  nameLength: new Uint16Array(capacity),
  depth: new Uint16Array(capacity),
  flags: new Uint8Array(capacity),
  own: new Uint32Array(capacity),
  messages: new Uint32Array(capacity),
  topics: new Uint32Array(capacity),
  retained: new Uint32Array(capacity),
  rate: new Float32Array(capacity),
  rateAt: new Uint32Array(capacity),
})

/** A copy with a larger capacity. */
export function enlarge(columns: Columns, capacity: number): Columns {
  const larger = createColumns(capacity)
  for (const name of Object.keys(larger) as (keyof Columns)[]) larger[name].set(columns[name]) // Safe: the names of `Columns`.
  return larger
}
