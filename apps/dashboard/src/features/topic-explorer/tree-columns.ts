/** One value for each level of the tree, by its number. */
export interface Columns {
  readonly parent: Uint32Array
  /** 0: none. */
  readonly firstChild: Uint32Array
  readonly nextSibling: Uint32Array
  readonly nameStart: Uint32Array
  readonly nameLength: Uint16Array
  readonly depth: Uint16Array
  readonly flags: Uint8Array
  /** Messages of exactly this topic. */
  readonly own: Uint32Array
  /** From here on: of the level and all below it. */
  readonly messages: Uint32Array
  readonly topics: Uint32Array
  readonly retained: Uint32Array
  /** Messages in a second, as it was at `rateAt` (milliseconds); less by now. */
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

/** The same with room for more. */
export function grown(columns: Columns, capacity: number): Columns {
  const larger = createColumns(capacity)
  for (const name of Object.keys(larger) as (keyof Columns)[]) larger[name].set(columns[name]) // its own names
  return larger
}
