/**
 * A text as it was written, before references are followed. `at` is where each part begins in the text.
 * Objects are merged already (`Branch`), everything that came to one key is in its cell, in order.
 */
export type Node = Scalar | List | Branch | Reference | Joined

interface Scalar {
  readonly kind: 'scalar'
  readonly value: string | number | boolean | null
  /** How it reads inside of a longer string: `1.50` stays `1.50`. */
  readonly source: string
  readonly at: number
}

export interface List {
  readonly kind: 'list'
  readonly items: readonly Node[]
  readonly at: number
}

export interface Branch {
  readonly kind: 'branch'
  readonly cells: Map<string, Cell>
  readonly at: number
}

/** `${a.b}`, `${?a.b}` */
export interface Reference {
  readonly kind: 'reference'
  readonly path: readonly string[]
  readonly optional: boolean
  readonly at: number
}

/** Values side by side; `gap` is the space before each. */
export interface Joined {
  readonly kind: 'joined'
  readonly parts: readonly { readonly gap: string; readonly node: Node }[]
  readonly at: number
}

/** `key += item` */
export interface Append {
  readonly kind: 'append'
  /** The whole path of the key. */
  readonly path: readonly (string | number)[]
  readonly item: Node
  readonly at: number
}

export type Layer = Node | Append

/** What was assigned to one key, in order; two objects in a row are one layer. */
export interface Cell {
  layers: Layer[]
  /** Where the key was written last. */
  at: number
}

/** Assigns below a path of keys: `a.b = 1` is `a { b = 1 }`. */
export function assign(branch: Branch, path: readonly { name: string; at: number }[], layer: Layer): void {
  const [first, ...rest] = path
  if (!first) return
  if (rest.length === 0) {
    addLayer(branch, first.name, first.at, layer)
    return
  }
  const inner: Branch = { kind: 'branch', cells: new Map(), at: first.at }
  assign(inner, rest, layer)
  addLayer(branch, first.name, first.at, inner)
}

function addLayer(branch: Branch, name: string, at: number, layer: Layer): void {
  const cell = branch.cells.get(name)
  if (!cell) {
    branch.cells.set(name, { layers: [layer], at })
    return
  }
  cell.at = at
  const top = cell.layers.at(-1)
  if (layer.kind === 'branch' && top?.kind === 'branch') mergeInto(top, layer)
  // Nothing can refer to what a plain value has replaced.
  else if (layer.kind === 'scalar') cell.layers = [layer]
  else cell.layers.push(layer)
}

function mergeInto(branch: Branch, added: Branch): void {
  for (const [name, { layers, at }] of added.cells) {
    for (const layer of layers) addLayer(branch, name, at, layer)
  }
}
