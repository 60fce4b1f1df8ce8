import { isRecord } from '@mqdeck/contract'
import { type Json, listAt, objectAt } from '@mqdeck/testkit'

/** `in`: request data, compared exactly. `out`: response data, where additional fields do no harm. */
type Direction = 'in' | 'out'

export interface SchemaComparison {
  readonly direction: Direction
  /** Resolves `$ref`s in the document of `theirs`. */
  readonly resolve: (schema: unknown) => Json
  /** Whether recorded responses contain a field that EMQX's document omits (`data[].listener`). */
  readonly isRecorded: (path: string) => boolean
  readonly report: (what: string) => void
}

const bounds = ['minimum', 'maximum', 'maxLength', 'minLength', 'default'] as const

/** Reports differences of `ours` from `theirs`. `path` is the current path: `data[].topic`. */
export function compareSchema(theirs: unknown, ours: unknown, path: string, comparison: SchemaComparison): void {
  const left = alternatives(theirs, comparison.resolve)
  const right = alternatives(ours, comparison.resolve, left)
  const name = path === '' ? 'the whole' : path
  for (const kind of left.keys()) if (!right.has(kind)) comparison.report(`${name}: ${kind} is missing`)
  for (const kind of right.keys()) if (!left.has(kind)) comparison.report(`${name}: ${kind} is not in EMQX`)
  for (const [kind, schema] of left) compareOne(schema, right.get(kind), path, comparison)
  if (comparison.direction === 'in') compareBounds(theirs, ours, name, comparison)
}

function compareOne(theirs: Json, ours: Json | undefined, path: string, comparison: SchemaComparison): void {
  if (!ours) return
  if ('items' in theirs || 'items' in ours) {
    compareSchema(theirs.items, ours.items, `${path}[]`, comparison)
    return
  }
  const left = objectAt(theirs, 'properties')
  const right = objectAt(ours, 'properties')
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const inner = path === '' ? key : `${path}.${key}`
    if (!(key in right)) comparison.report(`${inner}: missing`)
    else if (key in left) compareSchema(left[key], right[key], inner, comparison)
    else if (comparison.direction === 'in' || !comparison.isRecorded(inner)) comparison.report(`${inner}: not in EMQX`)
  }
  compareRequired(theirs, ours, path, comparison)
}

function compareRequired(theirs: Json, ours: Json, path: string, { direction, report }: SchemaComparison): void {
  const left = requiredOf(theirs)
  const right = requiredOf(ours)
  const inner = (key: string) => (path === '' ? key : `${path}.${key}`)
  for (const key of left) if (!right.includes(key)) report(`${inner(key)}: required in EMQX, optional in MQDeck`)
  if (direction === 'out') return
  for (const key of right) if (!left.includes(key)) report(`${inner(key)}: optional in EMQX, required in MQDeck`)
}

function compareBounds(theirs: unknown, ours: unknown, name: string, { resolve, report }: SchemaComparison): void {
  const left = resolve(theirs)
  const right = resolve(ours)
  for (const bound of bounds)
    if (show(left[bound]) !== show(right[bound]))
      report(`${name}: ${bound} is ${show(left[bound])} in EMQX, ${show(right[bound])} in MQDeck`)
}

/**
 * Possible schemas of a value by type. A schema without alternatives has one. Several objects are distinguished by
 * fields with one possible value and by fields that only some of them have: `object with mechanism jwt`.
 */
function alternatives(
  schema: unknown,
  resolve: (schema: unknown) => Json,
  counterparts: ReadonlyMap<string, Json> = new Map(),
): ReadonlyMap<string, Json> {
  const found = new Map<string, Json[]>()
  const visit = (one: unknown, isChoice: boolean) => {
    const resolved = resolve(one)
    const choice = resolved.oneOf ?? resolved.anyOf
    if (Array.isArray(choice)) for (const inner of choice) visit(inner, true)
    else if (Object.keys(resolved).length > 0) {
      const name = kindOf(resolved) + (isChoice ? tagsOf(resolved, resolve) : '')
      found.set(name, [...(found.get(name) ?? []), resolved])
    }
  }
  visit(schema, false)
  return new Map(
    // If no field distinguishes the objects, EMQX's last one counts, and ours with the most fields of it. Earlier ones are obsolete.
    [...found].flatMap(([name, some]) =>
      (name.includes(' with ') ? some : byLikeness(some, counterparts.get(name))).map(
        (one) => [name.includes(' with ') ? name + ownFields(one, some) : name, one] as const,
      ),
    ),
  )
}

/** The most similar one is the last. */
function byLikeness(some: readonly Json[], counterpart: Json | undefined): readonly Json[] {
  if (!counterpart) return some
  const fields = objectAt(counterpart, 'properties')
  const likeness = (one: Json) => Object.keys(objectAt(one, 'properties')).filter((name) => name in fields).length
  return [...some].sort((a, b) => likeness(a) - likeness(b))
}

/** Fields that only some of them have. */
function ownFields(schema: Json, all: readonly Json[]): string {
  const namesOf = (one: Json) => Object.keys(objectAt(one, 'properties'))
  const own = namesOf(schema).filter((name) => all.some((other) => !namesOf(other).includes(name)))
  return own.length === 0 ? '' : ` and ${own.sort().join(', ')}`
}

function tagsOf(schema: Json, resolve: (schema: unknown) => Json): string {
  // Error objects that differ only in the error code are the same.
  const fields = Object.entries(objectAt(schema, 'properties')).filter(([key]) => key !== 'code')
  const tags = fields.flatMap(([key, field]) => {
    const { enum: values } = resolve(field)
    // `true` and `"true"` are the same.
    const [only, ...others] = Array.isArray(values) ? new Set(values.map(String)) : []
    return only === undefined || others.length > 0 ? [] : [`${key} ${only}`]
  })
  return tags.length === 0 ? '' : ` with ${tags.sort().join(', ')}`
}

function kindOf({ type, format, enum: values }: Json): string {
  const choice = Array.isArray(values) ? ` of ${[...values].sort().join(', ')}` : ''
  return `${String(type ?? 'anything')}${typeof format === 'string' ? ` (${format})` : ''}${choice}`
}

const requiredOf = (schema: Json): readonly string[] => listAt(schema, 'required').map(String)

/** The order of fields does not matter. */
const show = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value, sorted))
const sorted = (_key: string, value: unknown) =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value

/** Resolves `#/components/...` within `document`. */
export const resolver =
  (document: unknown) =>
  (schema: unknown): Json => {
    let current = schema
    while (isRecord(current) && typeof current.$ref === 'string') {
      const path: readonly string[] = current.$ref.slice(2).split('/')
      current = path.reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), document)
    }
    return isRecord(current) ? current : {}
  }
