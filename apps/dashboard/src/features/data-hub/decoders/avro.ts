import { type Cursor, type Decoded, reject } from './decoded.ts'

/*
 * Avro 1.11 without a library: avsc and avro-js create functions from text, which the dashboard's
 * Content-Security-Policy forbids.
 */

type AvroType =
  | { readonly kind: Primitive }
  | { readonly kind: 'record'; readonly fields: readonly { readonly name: string; readonly type: AvroType }[] }
  | { readonly kind: 'enum'; readonly symbols: readonly string[] }
  | { readonly kind: 'array' | 'map'; readonly of: AvroType }
  | { readonly kind: 'union'; readonly branches: readonly AvroType[] }
  | { readonly kind: 'fixed'; readonly size: number }

const primitives = ['null', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'string'] as const
type Primitive = (typeof primitives)[number]

/** @throws {DecodeError} */
export function compileAvro(source: string): (cursor: Cursor) => Decoded {
  let schema: unknown
  try {
    schema = JSON.parse(source)
  } catch {
    return reject('schemaNotJson')
  }
  const type = parse(schema, '', new Map())
  return (cursor) => {
    const value = read(type, cursor)
    return cursor.left === 0 ? value : cursor.reject('trailingBytes', String(cursor.left))
  }
}

type Names = Map<string, AvroType>
type Definition = Readonly<Record<string, unknown>>

const invalid = (detail: string) => reject('schemaInvalid', { detail })

function parse(schema: unknown, space: string, names: Names): AvroType {
  if (typeof schema === 'string') return named(schema, space, names)
  if (Array.isArray(schema)) {
    const branches: readonly unknown[] = schema
    if (branches.length === 0) invalid('a union needs a type')
    if (branches.some(Array.isArray)) invalid('a union cannot contain a union')
    return { kind: 'union', branches: branches.map((one) => parse(one, space, names)) }
  }
  if (!isDefinition(schema)) return invalid('a type is a name, a list or an object')
  const { type } = schema
  switch (type) {
    case 'record':
    case 'error':
      return parseRecord(schema, space, names)
    case 'enum': {
      const symbols: readonly unknown[] = Array.isArray(schema.symbols) ? schema.symbols : []
      if (symbols.length === 0) invalid(`enum ${String(schema.name)} has no symbols`)
      return declare({ kind: 'enum', symbols: symbols.map(String) }, schema, space, names)
    }
    case 'fixed': {
      const { size } = schema
      if (typeof size !== 'number' || !Number.isInteger(size) || size < 0)
        return invalid(`fixed ${String(schema.name)} needs a size`)
      return declare({ kind: 'fixed', size }, schema, space, names)
    }
    case 'array':
      return { kind: 'array', of: parse(schema.items ?? invalid('an array needs items'), space, names) }
    case 'map':
      return { kind: 'map', of: parse(schema.values ?? invalid('a map needs values'), space, names) }
    default:
      return type === undefined ? invalid('an object needs a type') : parse(type, space, names)
  }
}

const isDefinition = (value: unknown): value is Definition => typeof value === 'object' && value !== null

function named(name: string, space: string, names: Names): AvroType {
  const primitive = primitives.find((one) => one === name)
  if (primitive) return { kind: primitive }
  const found = (name.includes('.') ? undefined : names.get(fullName(name, space))) ?? names.get(name)
  return found ?? reject('unknownType', { detail: name })
}

const fullName = (name: string, space: string) => (name.includes('.') || space === '' ? name : `${space}.${name}`)

function nameOf({ name, namespace }: Definition, space: string): { readonly full: string; readonly inner: string } {
  if (typeof name !== 'string' || !/^(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*$/.test(name))
    return invalid(`${JSON.stringify(name) ?? 'a type without a name'} is no name of a type`)
  const full = fullName(name, typeof namespace === 'string' ? namespace : space)
  return { full, inner: full.slice(0, Math.max(0, full.lastIndexOf('.'))) }
}

function declare(type: AvroType, schema: Definition, space: string, names: Names): AvroType {
  const { full } = nameOf(schema, space)
  if (names.has(full)) invalid(`type ${full} is defined twice`)
  names.set(full, type)
  return type
}

function parseRecord(schema: Definition, space: string, names: Names): AvroType {
  const fields: { name: string; type: AvroType }[] = []
  // Declared first, because its fields can contain the record itself.
  const type = declare({ kind: 'record', fields }, schema, space, names)
  const { full, inner } = nameOf(schema, space)
  if (!Array.isArray(schema.fields)) return invalid(`record ${full} has no fields`)
  for (const field of schema.fields as readonly unknown[]) {
    if (!isDefinition(field) || typeof field.name !== 'string' || field.name === '')
      return invalid(`a field of record ${full} has no name`)
    if (fields.some(({ name }) => name === field.name)) invalid(`record ${full} has two fields ${field.name}`)
    fields.push({ name: field.name, type: parse(field.type, inner, names) })
  }
  return type
}

function read(type: AvroType, cursor: Cursor): Decoded {
  switch (type.kind) {
    case 'null':
      return null
    case 'boolean': {
      const [byte] = cursor.take(1)
      return byte === 1 || (byte === 0 ? false : cursor.reject('badBoolean', undefined, cursor.offset - 1))
    }
    case 'int':
    case 'long': {
      const start = cursor.offset
      const value = cursor.zigzag()
      const isInt = type.kind === 'long' || BigInt.asIntN(32, value) === value
      return isInt ? value : cursor.reject('badNumber', undefined, start)
    }
    case 'float':
      return cursor.float()
    case 'double':
      return cursor.double()
    case 'bytes':
      return cursor.take(Number(cursor.zigzag()))
    case 'string':
      return cursor.text(Number(cursor.zigzag()))
    case 'fixed':
      return cursor.take(type.size)
    case 'enum': {
      const start = cursor.offset
      const index = cursor.zigzag()
      return type.symbols[Number(index)] ?? cursor.reject('unknownSymbol', String(index), start)
    }
    case 'union': {
      const start = cursor.offset
      const index = cursor.zigzag()
      const branch = type.branches[Number(index)]
      return branch ? read(branch, cursor) : cursor.reject('unknownBranch', String(index), start)
    }
    case 'record':
      return new Map(
        type.fields.map((field) => [field.name, cursor.inside(field.name, () => read(field.type, cursor))]),
      )
    case 'array': {
      const items: Decoded[] = []
      readBlocks(cursor, () => items.push(cursor.inside(items.length, () => read(type.of, cursor))))
      return items
    }
    case 'map': {
      const entries = new Map<string, Decoded>()
      readBlocks(cursor, () => {
        const key = cursor.text(Number(cursor.zigzag()))
        entries.set(
          key,
          cursor.inside(key, () => read(type.of, cursor)),
        )
      })
      return entries
    }
  }
}

/** Lists and maps are blocks with a count; a negative count is followed by the size of the block. */
function readBlocks(cursor: Cursor, readOne: () => void): void {
  for (;;) {
    let count = cursor.zigzag()
    if (count === 0n) return
    if (count < 0n) {
      count = -count
      cursor.zigzag()
    }
    for (let index = 0n; index < count; index++) readOne()
  }
}
