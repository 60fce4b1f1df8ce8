/**
 * Syntax tree before references are resolved. `at` is the offset of each part. Objects are already merged (`Branch`):
 * all values assigned to a key are in its cell, in order.
 */
export type Node = Scalar | List | Branch | Reference | Joined

interface Scalar {
  readonly kind: 'scalar'
  readonly value: string | number | boolean | null
  /** Its text within a longer string: `1.50` stays `1.50`. */
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

/** Adjacent values. `gap` is the space before each. */
export interface Joined {
  readonly kind: 'joined'
  readonly parts: readonly { readonly gap: string; readonly node: Node }[]
  readonly at: number
}

/** `key += item` */
export interface Append {
  readonly kind: 'append'
  /** The full path of the key. */
  readonly path: readonly (string | number)[]
  readonly item: Node
  readonly at: number
}

export type Layer = Node | Append

/** Values assigned to a key, in order. Two objects in a row are merged. */
export interface Cell {
  layers: Layer[]
  /** Offset of the last assignment. */
  at: number
}

/** Assigns to a path of keys: `a.b = 1` is `a { b = 1 }`. */
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
  // No reference can reach a value that a scalar has replaced.
  else if (layer.kind === 'scalar') cell.layers = [layer]
  else cell.layers.push(layer)
}

function mergeInto(branch: Branch, added: Branch): void {
  for (const [name, { layers, at }] of added.cells) {
    for (const layer of layers) addLayer(branch, name, at, layer)
  }
}
