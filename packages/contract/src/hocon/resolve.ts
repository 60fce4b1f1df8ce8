import type { Fail } from './hocon-error.ts'
import { writePath } from './key.ts'
import type { Append, Branch, Cell, Joined, Layer, Node, Reference } from './node.ts'
import { type HoconObject, type HoconValue, isHoconArray, isHoconObject } from './value.ts'

/** Limit of values and characters copied by references. Enough for any file, and stops `${a}${a}` doubled 60 times. */
const copyLimit = 1_000_000

/** Limit of nested references and levels, far below the limit of the stack. */
const deepest = 1000

interface Progress {
  /** Whether the cell is resolved. */
  done: boolean
  /** Of an unfinished cell, the value of the layers so far. */
  value: HoconValue | undefined
}

/** Resolves references to plain values. A key whose optional reference is missing is omitted. */
export function resolveHocon(root: Branch, stop: Fail): HoconObject {
  const progress = new Map<Cell, Progress>()
  const path: string[] = []
  let depth = 0
  let copied = 0
  /** Whether the last lookup reached a key that is being resolved and has no value yet. */
  let isCircular = false

  const fail = (reason: string, at: number): never => stop(reason, at, path)

  function deeper<T>(at: number, work: () => T): T {
    depth += 1
    if (depth > deepest) fail(`more than ${deepest} nested references and levels`, at)
    const result = work()
    depth -= 1
    return result
  }

  function charge(amount: number, at: number): void {
    copied += amount
    if (copied > copyLimit) fail('the references copy more data than a configuration may contain', at)
  }

  function objectOf(branch: Branch): HoconObject {
    const entries: [string, HoconValue][] = []
    for (const [name, cell] of branch.cells) {
      path.push(name)
      if (isUnfinished(cell)) fail('this key refers to itself', cell.at)
      const value = valueAt(cell)
      path.pop()
      if (value !== undefined) entries.push([name, value])
    }
    return Object.fromEntries(entries) // keeps `__proto__` an ordinary key
  }

  function valueAt(cell: Cell): HoconValue | undefined {
    const known = progress.get(cell)
    if (known) return known.value
    const state: Progress = { done: false, value: undefined }
    progress.set(cell, state)
    for (const layer of cell.layers) state.value = deeper(cell.at, () => withLayer(state.value, layer))
    state.done = true
    return state.value
  }

  const isUnfinished = (cell: Cell): boolean => progress.get(cell)?.done === false

  function withLayer(previous: HoconValue | undefined, layer: Layer): HoconValue | undefined {
    if (layer.kind === 'append') return append(previous ?? below(layer), layer)
    const value = evaluate(layer)
    return value === undefined ? previous : merge(previous, value, layer.at)
  }

  /** The list that `+=` appends to if it comes from a reference: `a = ${b}, a.list += 1`. */
  function below({ path: keys, at }: Append): HoconValue | undefined {
    const names = keys.filter((key) => typeof key === 'string')
    return names.length === keys.length ? copy(find(root, names), at) : undefined
  }

  function append(previous: HoconValue | undefined, { item: node, at }: Append): HoconValue | undefined {
    const item = evaluate(node)
    if (item === undefined) return previous
    if (previous === undefined) return [item]
    if (!isHoconArray(previous)) return fail(`+= requires a list, but this is ${named(previous)}`, at)
    const list = previous as HoconValue[] // from a literal or a copy, so it belongs to this cell
    list.push(item)
    return list
  }

  function evaluate(node: Node): HoconValue | undefined {
    switch (node.kind) {
      case 'scalar':
        return node.value
      case 'list':
        return deeper(node.at, () => node.items.map(evaluate).filter((item) => item !== undefined))
      case 'branch':
        return deeper(node.at, () => objectOf(node))
      case 'reference':
        return deeper(node.at, () => copy(follow(node), node.at))
      case 'joined':
        return deeper(node.at, () => join(node))
    }
  }

  function follow({ path: keys, optional, at }: Reference): HoconValue | undefined {
    isCircular = false
    const value = find(root, keys)
    if (value !== undefined || optional) return value
    const name = `\${${writePath(keys)}}`
    if (isCircular) return fail(`${name} refers to itself`, at)
    return fail(`${name} refers to a key that does not exist (text with \${…} needs quotes)`, at)
  }

  function find(branch: Branch, keys: readonly string[]): HoconValue | undefined {
    const [first = '', ...rest] = keys
    const cell = branch.cells.get(first)
    const top = cell?.layers.at(-1)
    if (!cell) return undefined
    // Looked up in the syntax tree, not in the value, so that keys of an object may refer to each other.
    if (rest.length > 0 && top?.kind === 'branch' && (cell.layers.length === 1 || isUnfinished(cell))) {
      const value = find(top, rest)
      if (cell.layers.length === 1 || (value !== undefined && !isHoconObject(value))) return value
    }
    const value = valueAt(cell)
    // A key that refers to itself means its value so far.
    if (value === undefined && isUnfinished(cell)) isCircular = true
    return rest.reduce(inside, value)
  }

  function copy(value: HoconValue | undefined, at: number): HoconValue | undefined {
    if (value === undefined) return undefined
    charge(typeof value === 'string' ? value.length + 1 : 1, at)
    if (isHoconArray(value)) return deeper(at, () => value.map((item) => copy(item, at) ?? null))
    if (!isHoconObject(value)) return value
    return deeper(at, () => Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one, at) ?? null])))
  }

  function merge(previous: HoconValue | undefined, value: HoconValue, at: number): HoconValue {
    if (!isHoconObject(previous) || !isHoconObject(value)) return value
    const entries = new Map(Object.entries(previous))
    charge(entries.size, at)
    for (const [key, one] of Object.entries(value)) entries.set(key, merge(entries.get(key), one, at))
    return Object.fromEntries(entries)
  }

  function join({ parts, at }: Joined): HoconValue | undefined {
    const values = parts.map(({ gap, node }) => ({ gap, node, value: evaluate(node) }))
    const present = values.flatMap(({ value }) => (value === undefined ? [] : [value]))
    if (present.length === 0) return undefined
    if (present.every(isHoconArray)) return present.flat()
    if (present.every(isHoconObject)) return present.reduce<HoconValue>((all, one) => merge(all, one, at), {})
    const kinds = new Set(present.map(named))
    if (kinds.has('a list') || kinds.has('an object')) return fail(`${[...kinds].join(' and ')} cannot be joined`, at)
    return values
      .map(
        ({ gap, node, value }, index) => (index > 0 ? gap : '') + (node.kind === 'scalar' ? node.source : plain(value)),
      )
      .join('')
  }

  return objectOf(root)
}

const inside = (value: HoconValue | undefined, key: string): HoconValue | undefined =>
  isHoconObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

const plain = (value: HoconValue | undefined): string => (value === undefined ? '' : String(value))

const named = (value: HoconValue): string =>
  isHoconArray(value) ? 'a list' : isHoconObject(value) ? 'an object' : 'a plain value'
