import { encode as encodeCbor } from 'cborg'
import { expect, test, vi } from 'vitest'
import { createDecoderCalls, type Decoding } from './decoder-calls.ts'

const calls = createDecoderCalls()

/** Fails if code is created from text, which the dashboard's Content-Security-Policy forbids. */
function withPolicy<T>(run: () => T): T {
  const forbidden = () => {
    throw new Error('code from text')
  }
  vi.stubGlobal('Function', new Proxy(Function, { apply: forbidden, construct: forbidden }))
  try {
    return run()
  } finally {
    vi.unstubAllGlobals()
  }
}
const check: typeof calls.check = (schema) => withPolicy(() => calls.check(schema))
const decode: typeof calls.decode = (decoding, bytes) => withPolicy(() => calls.decode(decoding, bytes))

const bytesOf = (...bytes: number[]) => Uint8Array.from(bytes)
const hex = (digits: string) => Uint8Array.from(Buffer.from(digits, 'hex'))
const text = (value: string) => new TextEncoder().encode(value)
const decoded = (decoding: Decoding, bytes: Uint8Array): unknown => {
  const result = decode(decoding, bytes)
  return 'text' in result ? JSON.parse(result.text) : result.fault
}

const avro = JSON.stringify({
  type: 'record',
  name: 'acme.Reading',
  fields: [
    { name: 'id', type: 'long' },
    { name: 'kind', type: { type: 'enum', name: 'Kind', symbols: ['A', 'B'] } },
    { name: 'note', type: ['null', 'string'] },
    { name: 'values', type: { type: 'array', items: 'double' } },
    { name: 'tags', type: { type: 'map', values: 'int' } },
    { name: 'raw', type: { type: 'fixed', name: 'Two', size: 2 } },
    { name: 'next', type: ['null', 'Reading'] },
  ],
})
/** Encoded by the broker: 2^53 + 1, B, x, two values, a tag and two bytes. */
const avroBytes = hex('82808080808080200202027804000000000000f83f0000000000000040000202610200010200')

test('Avro of the broker is decoded with the digits of 64-bit integers', () => {
  const bytes = avroBytes
  const result = decode({ format: 'avro', source: avro }, bytes)
  expect('text' in result && result.text).toContain('"id": 9007199254740993,')
  expect(decoded({ format: 'avro', source: avro }, bytes)).toMatchObject({
    kind: 'B',
    note: 'x',
    values: [1.5, 2],
    tags: { a: 1 },
    raw: 'base64:AQI=',
    next: null,
  })
})

test('faults of Avro name the place in the payload and in the value', () => {
  const bytes = avroBytes
  const as = { format: 'avro', source: avro } as const
  expect(decoded(as, bytes.subarray(0, -1))).toMatchObject({ reason: 'endOfData', path: 'next' })
  expect(decoded(as, Uint8Array.from([...bytes, 0]))).toMatchObject({ reason: 'trailingBytes', offset: bytes.length })
  expect(decoded(as, bytesOf(2, 8))).toEqual({ reason: 'unknownSymbol', detail: '4', path: 'kind', offset: 1 })
  // 2^40 nulls in six bytes
  const nulls = { format: 'avro', source: '{"type":"array","items":"null"}' } as const
  expect(decoded(nulls, bytesOf(0x80, 0x80, 0x80, 0x80, 0x80, 0x40))).toMatchObject({ reason: 'tooMany' })
})

test.each([
  ['{"type":"record","name":"x"}', { reason: 'schemaInvalid', detail: 'record x has no fields' }],
  ['"nothing"', { reason: 'unknownType', detail: 'nothing' }],
  ['{', { reason: 'schemaNotJson' }],
])('Avro rejects the schema %s', (source, fault) => {
  expect(check({ format: 'avro', source })).toEqual({ fault })
})

const proto = `syntax = "proto3";
package acme;
message Reading {
  enum Kind { A = 0; B = 1; }
  int64 id = 1;
  uint64 big = 2;
  sint32 delta = 3;
  Kind kind = 4;
  repeated int32 packed = 5;
  repeated string names = 6;
  map<string, Inner> parts = 7;
  oneof value { bool yes = 8; double ratio = 9; }
  optional bytes raw = 10;
  fixed64 stamp = 11;
  Inner inner = 12;
}
message Inner { string name = 1; }
`
test('Protobuf of the broker is decoded, with defaults and all kinds of fields', () => {
  const bytes = hex(
    '08fbffffffffffffffff0110ffffffffffffffffff01180520012a0d01ffffffffffffffffff01ac023201613201623a080a016b12030a016e49000000000000e03f5201ff59000000000000008062030a0169',
  )
  const as = { format: 'protobuf', source: proto, messageType: 'acme.Reading' } as const
  const result = decode(as, bytes)
  expect('text' in result && result.text).toContain('"big": 18446744073709551615')
  expect('text' in result && result.text).toContain('"stamp": 9223372036854775808')
  expect(decoded(as, bytes)).toMatchObject({
    id: -5,
    delta: -3,
    kind: 'B',
    packed: [1, -1, 300],
    names: ['a', 'b'],
    parts: { k: { name: 'n' } },
    ratio: 0.5,
    raw: 'base64:/w==',
    inner: { name: 'i' },
  })
  expect(decoded(as, bytesOf())).toEqual({ id: 0, big: 0, delta: 0, kind: 'A', stamp: 0 })
})

test('faults of Protobuf name the field and the line of the schema', () => {
  const as = { format: 'protobuf', source: proto, messageType: 'acme.Reading' } as const
  expect(decoded(as, bytesOf(0x62, 3, 0x0a, 5, 65))).toMatchObject({ reason: 'endOfData', path: 'inner.name' })
  expect(decoded(as, bytesOf(0x0a, 1, 0))).toMatchObject({ reason: 'wireType', path: 'id' })
  expect(decoded({ ...as, messageType: 'acme.None' }, bytesOf())).toMatchObject({ reason: 'unknownMessageType' })
  expect(decoded({ ...as, messageType: undefined }, bytesOf())).toMatchObject({ reason: 'messageTypeRequired' })
  expect(check({ format: 'protobuf', source: 'syntax = "proto3";\nmessage X {\n  wrong\n}' })).toMatchObject({
    fault: { reason: 'schemaInvalid', line: 4 },
  })
  expect(check({ format: 'protobuf', source: 'import "a.proto";' })).toEqual({ fault: { reason: 'noImports' } })
  expect(check({ format: 'protobuf', source: proto })).toEqual({ messageTypes: ['acme.Reading', 'acme.Inner'] })
})

const jsonSchema = JSON.stringify({
  $schema: 'http://json-schema.org/draft-06/schema#',
  type: 'object',
  properties: { id: { type: 'integer', minimum: 0 }, list: { type: 'array', items: { type: 'string' } } },
  required: ['id'],
})
test('JSON Schema accepts JSON as it is, and names the place of a mismatch', () => {
  const as = { format: 'json', source: jsonSchema } as const
  const result = decode(as, text('{"id": 12345678901234567890}'))
  expect('text' in result && result.text).toBe('{\n  "id": 12345678901234567890\n}')
  expect(decoded(as, text('{"id":1,"list":["a",2]}'))).toMatchObject({ reason: 'mismatch', path: 'list[1]' })
  expect(decoded(as, text('{}'))).toMatchObject({ reason: 'mismatch' })
  expect(decoded(as, text('{"id":'))).toMatchObject({ reason: 'notJson' })
})

test('JSON Schema accepts any format, as the broker does', () => {
  const as = { format: 'json', source: '{"format":"date-time"}' } as const
  expect(decoded(as, text('"today"'))).toBe('today')
})

test.each([
  ['{"type":"strin"}', { reason: 'schemaInvalid', path: 'type' }],
  ['{"$schema":"http://json-schema.org/draft-03/schema#"}', { reason: 'draft' }],
  ['{"$ref":"#/definitions/none"}', { reason: 'schemaInvalid' }],
  ['[]', { reason: 'schemaInvalid' }],
  ['{"$schema":"http://json-schema.org/draft-04/schema#","required":[]}', { reason: 'schemaInvalid' }],
])('JSON Schema rejects %s', (source, fault) => {
  expect(check({ format: 'json', source })).toMatchObject({ fault })
})

test.each(['04/schema#', '06/schema#', '07/schema#'].map((one) => `http://json-schema.org/draft-${one}`))(
  'JSON Schema accepts %s',
  ($schema) => {
    expect(check({ format: 'json', source: JSON.stringify({ $schema, type: 'object' }) })).toEqual({ messageTypes: [] })
  },
)

const key = (name: string) => [0xa0 + name.length, ...text(name)]
const seven = (byte: number) => Array.from({ length: 7 }, () => byte)

test('CBOR and MessagePack keep 64-bit integers', () => {
  const value = { id: 2n ** 63n - 1n, list: [1, 'a', null], raw: bytesOf(1) }
  for (const [format, bytes] of [
    ['cbor', encodeCbor(value)],
    // A map of three with int 64, an array of three, and bin 8.
    [
      'msgpack',
      bytesOf(
        0x83,
        ...key('id'),
        0xd3,
        0x7f,
        ...seven(0xff),
        ...key('list'),
        0x93,
        1,
        0xa1,
        97,
        0xc0,
        ...key('raw'),
        0xc4,
        1,
        1,
      ),
    ],
  ] as const) {
    const result = decode({ format }, bytes)
    expect('text' in result && result.text).toContain('"id": 9223372036854775807')
    expect(decoded({ format }, bytes)).toMatchObject({ list: [1, 'a', null], raw: 'base64:AQ==' })
  }
  expect(decoded({ format: 'cbor' }, bytesOf(0x18))).toMatchObject({ reason: 'notCbor' })
  expect(decoded({ format: 'msgpack' }, bytesOf(0xc1))).toMatchObject({ reason: 'notMessagePack' })
})

test('Sparkplug B needs no schema', () => {
  // timestamp 5, and a metric "t" with double_value 1.5
  const metric = [0x0a, 1, 0x74, 0x69, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f]
  expect(decoded({ format: 'sparkplug' }, bytesOf(8, 5, 0x12, metric.length, ...metric))).toEqual({
    timestamp: 5,
    metrics: [{ name: 't', double_value: 1.5 }],
  })
})

test.each([
  ['a16174f94d60', { t: 21.5 }],
  ['a1014101', { '1': 'base64:AQ==' }],
  ['c11a514b67b0', { tag: 1, value: 1_363_896_240 }],
  ['9f01ff', [1]],
  ['f97e00', 'NaN'],
  ['0101', { reason: 'notCbor' }],
])('CBOR %s is shown as %j', (digits, value) => {
  const shown = decoded({ format: 'cbor' }, hex(digits))
  if (typeof value === 'object') expect(shown).toMatchObject(value)
  else expect(shown).toBe(value)
})
