/** A JSON value of a sample. */
type Sample = string | number | boolean | readonly Sample[] | { readonly [key: string]: Sample }

type Tree = Map<string, Tree | Sample>

/** `payload.a.b`, and a comparison with a literal after it, if there is one. */
const path =
  /\b([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*)+)(?:\s*(>=|<=|!=|<>|=|>|<)\s*('[^']*'|-?\d+(?:\.\d+)?|true\b|false\b))?/gi
/** The list that FOREACH iterates over, and the name of its items. */
const foreach = /\bFOREACH\s+payload((?:\.[A-Za-z_]\w*)+)(?:\s+as\s+([A-Za-z_]\w*))?/i

/**
 * A JSON payload with the fields that a statement reads, with values that fit its conditions. Undefined if the statement
 * reads no fields of the payload.
 */
export function samplePayload(sql: string): string | undefined {
  const root: Tree = new Map()
  const item: Tree = new Map()
  const list = foreach.exec(sql)
  const itemName = list?.[2] ?? 'item'
  for (const [, start = '', rest = '', operator, literal] of sql.matchAll(path)) {
    const tree = start.toLowerCase() === 'payload' ? root : list && start === itemName ? item : undefined
    if (tree) put(tree, rest.slice(1).split('.'), fittingValue(operator, literal))
  }
  if (list?.[1] !== undefined) replace(root, list[1].slice(1).split('.'), item.size > 0 ? [toSample(item)] : [1])
  return root.size === 0 ? undefined : JSON.stringify(toSample(root), null, 2)
}

function fittingValue(operator: string | undefined, literal: string | undefined): Sample | undefined {
  if (operator === undefined || literal === undefined) return undefined
  const isUnequal = operator === '!=' || operator === '<>'
  if (literal.startsWith("'")) return isUnequal ? `${literal.slice(1, -1)}1` : literal.slice(1, -1)
  if (/^(true|false)$/i.test(literal)) return (literal.toLowerCase() === 'true') !== isUnequal
  const value = Number(literal)
  if (operator === '<') return value - 1
  return operator === '>' || isUnequal ? value + 1 : value
}

/** A value of an earlier condition stays. */
function put(tree: Tree, keys: readonly string[], value: Sample | undefined): void {
  const [key, ...rest] = keys
  if (key === undefined) return
  const before = tree.get(key)
  if (rest.length > 0) {
    const inner: Tree = before instanceof Map ? before : new Map()
    tree.set(key, inner)
    put(inner, rest, value)
  } else if (before === undefined || (value !== undefined && !(before instanceof Map))) tree.set(key, value ?? 1)
}

function replace(tree: Tree, keys: readonly string[], value: Sample): void {
  const [key, ...rest] = keys
  if (key === undefined) return
  if (rest.length === 0) return void tree.set(key, value)
  const before = tree.get(key)
  const inner: Tree = before instanceof Map ? before : new Map()
  tree.set(key, inner)
  replace(inner, rest, value)
}

const toSample = (tree: Tree): Sample =>
  Object.fromEntries([...tree].map(([key, value]) => [key, value instanceof Map ? toSample(value) : value]))
