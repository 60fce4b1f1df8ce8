import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileJsonSchema } from './json-schema.ts'
import { createSchemaRegistry } from './registry.ts'

/*
 * Independent implementations: protoc of Debian's protobuf-compiler, python3-avro and python3-jsonschema.
 */

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'schemas-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function run(program: string, args: readonly string[], input: Uint8Array | string): Buffer {
  const { status, stdout, stderr } = spawnSync(program, args, { input, cwd: folder })
  if (status !== 0) throw new Error(stderr.toString())
  return stdout
}

const proto = `syntax = "proto3";
message P { string name = 1; int64 big = 2; uint64 huge = 3; repeated sint32 list = 4; bytes raw = 5; P inner = 6; double ratio = 7; }
`
const avro = JSON.stringify({
  type: 'record',
  name: 'R',
  fields: [
    { name: 'name', type: 'string' },
    { name: 'id', type: 'long' },
    { name: 'maybe', type: ['null', 'int', 'string'] },
    { name: 'list', type: { type: 'array', items: 'double' } },
  ],
})
const drafts = { '04': 'draft-04', '06': 'draft-06', '07': 'draft-07' }

const registry = createSchemaRegistry({
  external: {},
  schemas: {
    pb: { type: 'protobuf', source: proto, description: '' },
    av: { type: 'avro', source: avro, description: '' },
  },
})

test('protoc decodes the encoded bytes, and bytes from protoc are decoded', () => {
  writeFileSync(join(folder, 'p.proto'), proto)
  const value = { name: 'ü', big: -(2n ** 63n), huge: 2n ** 64n - 1n, list: [-5n, 7n], ratio: 0.25 }
  const bytes = registry.encode('pb', { ...value, inner: { name: 'i' } }, 'P')
  const text = run('/usr/bin/protoc', ['--decode=P', 'p.proto'], bytes).toString()
  expect(text).toContain('big: -9223372036854775808')
  expect(text).toContain('huge: 18446744073709551615')
  expect(text).toContain('inner {\n  name: "i"\n}')
  const encoded = run('/usr/bin/protoc', ['--encode=P', 'p.proto'], text)
  expect(registry.decode('pb', encoded, 'P')).toMatchObject(value)
  expect(registry.check('pb', encoded, 'P')).toBe(true)
})

const avroProgram = `
import avro.schema, avro.io, io, json, sys
schema = avro.schema.parse(sys.argv[1])
value = avro.io.DatumReader(schema).read(avro.io.BinaryDecoder(sys.stdin.buffer))
value['id'] -= 1
out = io.BytesIO()
avro.io.DatumWriter(schema).write(value, avro.io.BinaryEncoder(out))
sys.stdout.buffer.write(out.getvalue())
`

test.each([null, 7n, 'text'])('python3-avro decodes what is encoded with a union of %s, and encodes it', (maybe) => {
  const value = { name: 'ü', id: 2n ** 63n - 1n, maybe, list: [0.5, -1.25] }
  const encoded = run('/usr/bin/python3', ['-c', avroProgram, avro], registry.encode('av', value))
  expect(registry.decode('av', encoded)).toEqual({ ...value, id: 2n ** 63n - 2n })
})

const jsonProgram = `
import json, sys, jsonschema
for schema, value in json.load(sys.stdin):
    try:
        jsonschema.validators.validator_for(schema)(schema).validate(value)
        print(1)
    except jsonschema.ValidationError:
        print(0)
`

/** Again, if the time limit was over because the machine did other work. */
function passes(source: string, text: string): boolean {
  for (;;)
    try {
      compileJsonSchema(source).check(text, undefined)
      return true
    } catch (error) {
      if (!/ takes longer than /.test(String(error))) return false
    }
}

test('python3-jsonschema agrees about values of drafts 4, 6 and 7', () => {
  const schemas = [
    { type: 'integer', minimum: 2 },
    { type: ['string', 'null'], maxLength: 2, pattern: '^a' },
    { type: 'object', properties: { a: { type: 'number' } }, required: ['a'], additionalProperties: false },
    { type: 'array', items: { enum: [1, 'x', { a: 1 }] }, uniqueItems: true },
    { anyOf: [{ type: 'boolean' }, { not: { type: 'string' } }] },
    {
      definitions: { n: { properties: { next: { $ref: '#/definitions/n' } }, required: ['id'] } },
      $ref: '#/definitions/n',
    },
    { multipleOf: 3 },
    { dependencies: { a: ['b'] }, patternProperties: { '^x': { type: 'string' } } },
  ]
  const values = [
    1,
    2,
    3.5,
    'a',
    'abc',
    'ü',
    null,
    true,
    { a: 1 },
    { a: 'x' },
    { a: 1, b: 2 },
    { x1: 3 },
    [1, 1],
    [1, 'x'],
    [{ a: 1 }],
    { id: 1, next: { id: 2 } },
    { id: 1, next: {} },
    9,
  ] // prettier-ignore
  const cases = Object.values(drafts).flatMap((draft) =>
    schemas.flatMap((schema) =>
      values.map((value) => [{ $schema: `http://json-schema.org/${draft}/schema#`, ...schema }, value] as const),
    ),
  )
  const theirs = run('/usr/bin/python3', ['-c', jsonProgram], JSON.stringify(cases)).toString().trim().split('\n')
  const ours = cases.map(([schema, value]) => {
    const source = JSON.stringify(schema)
    return passes(source, JSON.stringify(value)) ? '1' : '0'
  })
  const different = cases.filter((_, at) => ours[at] !== theirs[at]).map((one) => JSON.stringify(one))
  expect(different).toEqual([])
})

test('an external registry is asked once per schema, with basic authentication', async () => {
  const calls: string[] = []
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    const found = request.url === '/base/schemas/ids/7' ? { schema: avro } : { id: 7 }
    if (request.url === '/base/schemas/ids/8') response.statusCode = 404
    response.end(JSON.stringify(found))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const url = `http://127.0.0.1:${port}/base/`
  const auth = { mechanism: 'basic', username: 'u', password: 'p' } as const
  const { external } = createSchemaRegistry({ schemas: {}, external: { cf: { type: 'confluent', url, auth } } })
  const value = { name: 'n', id: 1n, maybe: null, list: [] }
  const data = await external.encode('cf', value, 7)
  const tagged = await external.tag('cf', data, avro, 'topic/value')
  expect([...tagged.subarray(0, 5)]).toEqual([0, 0, 0, 0, 7])
  expect(await external.decode('cf', tagged)).toEqual(value)
  expect(await external.decode('cf', data, 7)).toEqual(value)
  await external.tag('cf', data, avro, 'topic/value')
  expect(calls).toEqual(['GET /base/schemas/ids/7 Basic dTpw', 'POST /base/subjects/topic%2Fvalue/versions Basic dTpw'])
  await expect(external.decode('cf', data, 8)).rejects.toThrow('the registry answered 404')
  await expect(external.decode('gone', data)).rejects.toThrow('external registry gone does not exist')
  server.close()
})
