import { encode } from 'cborg'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerOf, CommandError, toCommand } from './commands.ts'
import { coreObjects } from './objects.ts'
import { parsePath } from './path.ts'
import { contentFormat, decodePayload } from './payload.ts'
import { decodeTlv, encodeTlv, type TlvEntry } from './tlv.ts'
import { fromBytes, toBytes } from './values.ts'
import { parseObject } from './xml-objects.ts'

const hex = (text: string) => Buffer.from(text, 'hex')
const decode = (payload: Uint8Array | string, format: number | undefined, path: string) =>
  decodePayload(typeof payload === 'string' ? Buffer.from(payload) : payload, format, path, coreObjects)

describe('TLV', () => {
  const entry: fc.Arbitrary<TlvEntry> = fc.oneof(
    fc.record({
      kind: fc.constantFrom('resource' as const, 'resourceInstance' as const),
      id: fc.nat(0xffff),
      value: fc.uint8Array({ maxLength: 300 }),
      entries: fc.constant([]),
    }),
  )
  test('is decoded as it was encoded', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), fc.nat(0xffff), (entries, id) => {
        const nested: TlvEntry[] = [{ kind: 'objectInstance', id, value: new Uint8Array(0), entries }]
        const again = decodeTlv(encodeTlv(nested))
        expect(again?.[0]?.entries.map((one) => [one.kind, one.id, Buffer.from(one.value).toString('hex')])).toEqual(
          entries.map((one) => [one.kind, one.id, Buffer.from(one.value).toString('hex')]),
        )
      }),
      { numRuns: 300 },
    )
  })

  test('never throws for random bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom('/3', '/3/0', '/3/0/9', '/9/1/2/3', 'x'),
        (bytes, path) => {
          for (const format of Object.values(contentFormat)) decode(bytes, format, path)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test.each(['c1', 'c105', '0803c1', 'e1', 'c8ff01'])('that is cut off (%s) is refused', (text) => {
    expect(decodeTlv(hex(text))).toBeUndefined()
  })
})

describe('a payload', () => {
  test.each([
    ['text of an integer', '88', 0, '/3/0/9', [{ path: '/3/0/9', value: 88 }]],
    ['text that is no integer', 'x', 0, '/3/0/9', undefined],
    ['text for an instance', '88', 0, '/3/0', undefined],
    [
      'LwM2M JSON',
      '{"bn":"/1/0/","e":[{"n":"1","v":60},{"n":"7","sv":"U"}]}',
      11543,
      '/1/0',
      [
        { path: '/1/0/1', value: 60 },
        { path: '/1/0/7', value: 'U' },
      ],
    ],
    [
      'SenML JSON',
      '[{"bn":"/4/0/","n":"0","v":41},{"n":"8","vs":"x"},{"n":"9","vb":true}]',
      110,
      '/4/0',
      [
        { path: '/4/0/0', value: 41 },
        { path: '/4/0/8', value: 'x' },
        { path: '/4/0/9', value: true },
      ],
    ],
    ['SenML without a list', '{}', 110, '/4/0', undefined],
    ['links', '</3/0>;pmin=10;pmax=60,</3/0/9>;gt=50', 40, '/3/0', ['</3/0>;pmin=10;pmax=60', '</3/0/9>;gt=50']],
    ['an unknown format', 'odd', 1234, '/3/0/2', [{ path: '/3/0/2', value: 'b2Rk' }]],
  ])('of %s is read', (_, payload, format, path, expected) => {
    expect(decode(payload, format, path)).toEqual(expected)
  })

  test('of SenML CBOR is read', () => {
    const bytes = encode([
      new Map<unknown, unknown>([
        [-2, '/3/0/'],
        [0, '9'],
        [2, 55],
      ]),
      new Map<unknown, unknown>([
        [0, '0'],
        [3, 'Open'],
      ]),
    ])
    expect(decode(bytes, contentFormat.senmlCbor, '/3/0')).toEqual([
      { path: '/3/0/9', value: 55 },
      { path: '/3/0/0', value: 'Open' },
    ])
  })

  test('of an object with 64-bit integers keeps their digits', () => {
    expect(fromBytes(hex('7fffffffffffffff'), 'Integer')).toBe('9223372036854775807')
    expect(fromBytes(hex('ffffffffffffffff'), 'Integer')).toBe(-1)
  })

  test.each([
    ['120', 'Integer', '78'],
    ['-1', 'Integer', 'ff'],
    ['300', 'Integer', '012c'],
    ['9223372036854775807', 'Integer', '7fffffffffffffff'],
    ['9223372036854775808', 'Integer', undefined],
    ['5.5', 'Float', '4016000000000000'],
    ['true', 'Boolean', '01'],
    ['AAH/', 'Opaque', '0001ff'],
    ['?', 'Opaque', undefined],
    ['3:65535', 'Objlnk', '0003ffff'],
    ['3:65536', 'Objlnk', undefined],
  ] as const)('%s as %s is written as %s', (value, type, expected) => {
    expect(toBytes(value, type)?.toString('hex')).toBe(expected)
  })
})

describe('a command', () => {
  test.each([
    [{}, 'msgType: must be one of'],
    [{ msgType: 'foo', data: { path: '/3' } }, 'msgType: must be one of'],
    [{ msgType: 'read', data: {} }, 'data.path: is required'],
    [{ msgType: 'read', data: { path: '/3/x' } }, 'data.path: must be a path'],
    [{ msgType: 'write', data: { path: '/3/0/13', value: '1' } }, 'data.type: must be one of'],
    [{ msgType: 'write', data: { path: '/3/0/13', type: 'Integer' } }, 'data.value: is required'],
    [{ msgType: 'write', data: { path: '/3/0/13', type: 'Integer', value: 'abc' } }, 'data.value: must be Integer'],
    [{ msgType: 'write', data: { path: '/3/0', type: 'Integer', value: '1' } }, 'data.path: must name a resource'],
    [{ msgType: 'create', data: { path: '/5' } }, 'data.content: is required'],
    ['text', 'the command is not a JSON object'],
  ])('%j is refused with its field', (json, reason) => {
    expect(() => toCommand(json, '/')).toThrow(CommandError)
    expect(() => toCommand(json, '/')).toThrow(reason)
  })

  test('that a device rejects has its code and no content', () => {
    const message = {
      type: 'ack' as const,
      code: 0x84,
      id: 1,
      token: Buffer.alloc(0),
      options: [],
      payload: Buffer.alloc(0),
    }
    expect(answerOf(message, '/3/0/99', coreObjects)).toEqual({ code: '4.04', codeMsg: 'not_found' })
  })
})

test.each([
  ['/3/0/9', [3, 0, 9]],
  ['3/0', [3, 0]],
  ['/65535', [65535]],
  ['/65536', undefined],
  ['/1/2/3/4/5', undefined],
  ['', undefined],
  ['/a', undefined],
])('the path %j is %j', (text, expected) => expect(parsePath(text)).toEqual(expected))

test('an object of the OMA registry is read from its XML file', () => {
  const xml = `<?xml version="1.0"?><LWM2M><Object ObjectType="MODefinition"><Name>Temperature</Name>
    <Description1>text</Description1><ObjectID>3303</ObjectID><MultipleInstances>Multiple</MultipleInstances>
    <Resources><Item ID="5700"><Name>Sensor Value</Name><Operations>R</Operations><Type>Float</Type><Units>Cel</Units></Item>
    <!-- <Item ID="1"><Name>no</Name></Item> -->
    <Item ID="5605"><Name>Reset &amp; clear</Name><Operations>E</Operations><Type></Type><Units></Units></Item></Resources></Object></LWM2M>`
  expect(parseObject(xml)).toEqual({
    id: 3303,
    object: {
      name: 'Temperature',
      resources: {
        5700: { name: 'Sensor Value', type: 'Float', operations: 'R', unit: 'Cel' },
        5605: { name: 'Reset & clear', type: undefined, operations: 'E' },
      },
    },
  })
  expect(parseObject('<LWM2M/>')).toBeUndefined()
})
