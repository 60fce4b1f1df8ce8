import protobuf from 'protobufjs'
import { type Cursor, type Decoded, DecodeError, fromZigzag, reject } from './decoded.ts'

/*
 * protobufjs reads the schema. Its decoders are functions created from text, which the dashboard's
 * Content-Security-Policy forbids, and without the package long they round 64-bit integers.
 */

export interface ProtobufSchema {
  /** Names of the message types. */
  readonly messageTypes: readonly string[]
  readonly decode: (cursor: Cursor, name: string | undefined) => Decoded
}

/** @throws {DecodeError} */
export function compileProtobuf(source: string): ProtobufSchema {
  const root = parse(source)
  const all = new Map([...messagesIn(root)].map((type) => [type.fullName.slice(1), type] as const))
  return {
    messageTypes: [...all.keys()],
    decode(cursor, name) {
      if (name === undefined) return reject('messageTypeRequired')
      return readMessage(all.get(name) ?? reject('unknownMessageType', { detail: name }), cursor)
    },
  }
}

function parse(source: string): protobuf.Root {
  try {
    const { root, imports = [] } = protobuf.parse(source, new protobuf.Root(), { keepCase: true })
    if (imports.length > 0) reject('noImports')
    // Without a constructor, the library creates one from text for the defaults of the fields.
    for (const type of messagesIn(root)) type.ctor = class extends protobuf.Message {}
    root.resolveAll()
    return root
  } catch (error) {
    if (error instanceof DecodeError) throw error
    const message = error instanceof Error ? error.message : String(error)
    const [, text = message, line] = /^(.*) \((?:.*, )?line (\d+)\)$/s.exec(message) ?? []
    return reject('schemaInvalid', { detail: text, ...(line !== undefined && { line: Number(line) }) })
  }
}

function* messagesIn(space: protobuf.NamespaceBase): Generator<protobuf.Type> {
  for (const one of space.nestedArray) {
    if (one instanceof protobuf.Type) yield one
    if (one instanceof protobuf.Namespace) yield* messagesIn(one)
  }
}

const groupEnd = 4

/** The fields of a message so far. Lists and maps can be sent in parts. */
interface Parts {
  readonly values: Map<string, Decoded>
  readonly lists: Map<string, Decoded[]>
  readonly maps: Map<string, Map<string, Decoded>>
}

/** Reads until the end of the payload, or of the part that the cursor is in. */
function readMessage(type: protobuf.Type, cursor: Cursor): Decoded {
  const parts: Parts = { values: new Map(), lists: new Map(), maps: new Map() }
  while (cursor.left > 0) {
    const start = cursor.offset
    const [number, wire] = readTag(cursor)
    if (number === 0 || wire === groupEnd) cursor.reject('wireType', String(wire), start)
    const field = type.fieldsById[number]
    if (field === undefined) {
      skip(wire, cursor)
      continue
    }
    cursor.inside(field.name, () => readField(field, wire, cursor, parts))
    // Of a oneof, the last field wins.
    for (const other of field.partOf?.oneof ?? []) if (other !== field.name) parts.values.delete(other)
  }
  return inOrder(type, parts, cursor)
}

function readTag(cursor: Cursor): readonly [number: number, wire: number] {
  const tag = Number(cursor.varint())
  return [Math.floor(tag / 8), tag % 8]
}

/** The fields in the order of the schema, with the defaults of proto3. */
function inOrder(type: protobuf.Type, { values, lists, maps }: Parts, cursor: Cursor): Decoded {
  const entries: [string, Decoded][] = []
  for (const field of type.fieldsArray) {
    const { name } = field
    const value = values.get(name) ?? lists.get(name) ?? maps.get(name)
    if (value !== undefined) entries.push([name, value])
    else if (field.required) cursor.reject('missingField', name)
    else if (isImplicit(field)) entries.push([name, defaultOf(field)])
  }
  return new Map(entries)
}

/** Scalars of proto3 without `optional`, which are not sent with their default. */
const isImplicit = (field: protobuf.Field) =>
  !field.repeated &&
  !field.map &&
  field.partOf === null &&
  !field.hasPresence &&
  !(field.resolvedType instanceof protobuf.Type)

type Typed = Pick<protobuf.Field, 'type' | 'resolvedType'>

function defaultOf({ type, resolvedType }: Typed): Decoded {
  if (resolvedType instanceof protobuf.Enum) return resolvedType.valuesById[0] ?? 0
  if (type === 'string') return ''
  if (type === 'bytes') return new Uint8Array()
  return type === 'bool' ? false : 0
}

function readField(field: protobuf.Field, wire: number, cursor: Cursor, { values, lists, maps }: Parts): void {
  const { name } = field
  if (field instanceof protobuf.MapField) {
    const entries = maps.get(name) ?? new Map<string, Decoded>()
    maps.set(name, entries)
    readEntry(field, wire, cursor, entries)
    return
  }
  if (!field.repeated) {
    values.set(name, readOne(field, wire, cursor))
    return
  }
  const items = lists.get(name) ?? []
  lists.set(name, items)
  const addOne = (wireOfItem: number) =>
    items.push(cursor.inside(items.length, () => readOne(field, wireOfItem, cursor)))
  const wireOfItems = wireOf(field)
  if (wire !== 2 || wireOfItems === 2) addOne(wire)
  // Packed: the items without tags.
  else
    cursor.within(Number(cursor.varint()), () => {
      while (cursor.left > 0) addOne(wireOfItems)
    })
}

function readEntry(field: protobuf.MapField, wire: number, cursor: Cursor, entries: Map<string, Decoded>): void {
  if (wire !== 2) cursor.reject('wireType', String(wire))
  let key: Decoded = field.keyType === 'string' ? '' : field.keyType === 'bool' ? false : 0n
  let value: Decoded | undefined
  cursor.within(Number(cursor.varint()), () => {
    while (cursor.left > 0) {
      const [number, wireOfPart] = readTag(cursor)
      if (number === 1) key = readScalar(field.keyType, wireOfPart, cursor)
      else if (number === 2) value = cursor.inside(String(key), () => readOne(field, wireOfPart, cursor))
      else skip(wireOfPart, cursor)
    }
  })
  entries.set(String(key), value ?? (field.resolvedType instanceof protobuf.Type ? new Map() : defaultOf(field)))
}

function readOne(field: Typed, wire: number, cursor: Cursor): Decoded {
  const { resolvedType, type } = field
  if (resolvedType instanceof protobuf.Type) {
    if (wire !== 2) cursor.reject('wireType', String(wire))
    let message: Decoded = null
    cursor.within(Number(cursor.varint()), () => {
      message = readMessage(resolvedType, cursor)
    })
    return message
  }
  if (!(resolvedType instanceof protobuf.Enum)) return readScalar(type, wire, cursor)
  const number = readScalar('int32', wire, cursor)
  return resolvedType.valuesById[Number(number)] ?? number
}

const wires: Readonly<Record<string, number>> = {
  double: 1,
  fixed64: 1,
  sfixed64: 1,
  string: 2,
  bytes: 2,
  float: 5,
  fixed32: 5,
  sfixed32: 5,
}
const wireOf = ({ type, resolvedType }: Typed) => (resolvedType instanceof protobuf.Type ? 2 : (wires[type] ?? 0))

function readScalar(type: string, wire: number, cursor: Cursor): Decoded {
  if (wire !== (wires[type] ?? 0)) cursor.reject('wireType', String(wire))
  switch (type) {
    case 'double':
      return cursor.double()
    case 'float':
      return cursor.float()
    case 'string':
      return cursor.text(Number(cursor.varint()))
    case 'bytes':
      return cursor.take(Number(cursor.varint()))
    case 'fixed32':
      return cursor.fixed32()
    case 'sfixed32':
      return BigInt.asIntN(32, cursor.fixed32())
    case 'fixed64':
      return cursor.fixed64()
    case 'sfixed64':
      return BigInt.asIntN(64, cursor.fixed64())
    case 'bool':
      return cursor.varint() !== 0n
    case 'int32':
      return BigInt.asIntN(32, cursor.varint())
    case 'uint32':
      return BigInt.asUintN(32, cursor.varint())
    case 'sint32':
      return fromZigzag(BigInt.asUintN(32, cursor.varint()))
    case 'int64':
      return BigInt.asIntN(64, cursor.varint())
    case 'sint64':
      return cursor.zigzag()
    case 'uint64':
      return cursor.varint()
    default:
      return cursor.reject('unknownType', type)
  }
}

function skip(wire: number, cursor: Cursor): void {
  if (wire === 0) cursor.varint()
  else if (wire === 1) cursor.take(8)
  else if (wire === 5) cursor.take(4)
  else if (wire === 2) cursor.take(Number(cursor.varint()))
  else if (wire === 3) skipGroup(cursor)
  else cursor.reject('wireType', String(wire))
}

function skipGroup(cursor: Cursor): void {
  cursor.inside('group', () => {
    for (;;) {
      const wire = Number(cursor.varint()) % 8
      if (wire === groupEnd) return
      skip(wire, cursor)
    }
  })
}
