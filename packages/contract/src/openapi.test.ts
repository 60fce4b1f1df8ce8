import { expect, test } from 'vitest'
import * as z from 'zod'
import { empty, endpoint, textBody } from './endpoint.ts'
import { api } from './endpoints/index.ts'
import { body, oneOf, qos, range, string, withDefault } from './fields/index.ts'
import { buildOpenApi } from './openapi.ts'

const title = { en: 'Title', zh: '标题' }
const sample = {
  change: endpoint({
    method: 'PUT',
    path: '/things/{id}',
    title,
    tag: 'Things',
    params: z.object({ id: string() }),
    query: z.object({ limit: withDefault(range(1, 9), 3), mode: oneOf(['a', 'b']).optional() }),
    body: body({ name: string(), qos: withDefault(qos(), 0) }),
    ok: { 200: z.array(z.looseObject({ n: z.int(), note: z.string().nullable().optional() })), 204: empty },
    errors: { 400: ['BAD_REQUEST'] },
    otherErrors: { 400: z.looseObject({ reason_code: z.int() }) },
  }),
  read: endpoint({ method: 'GET', path: '/things/{id}', tag: 'Things', auth: 'none', ok: { 200: textBody } }),
  secret: endpoint({ method: 'GET', path: '/hidden', tag: 'Things', hidden: true, ok: { 204: empty } }),
}
const { paths } = await buildOpenApi(sample, '1.2.3')
const change = paths['/things/{id}']?.put

test('parameters carry place, bounds, defaults and whether they are required', () => {
  expect(change?.parameters).toEqual([
    { in: 'path', name: 'id', required: true, schema: { type: 'string' } },
    {
      in: 'query',
      name: 'limit',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 9, default: 3 },
    },
    { in: 'query', name: 'mode', required: false, schema: { type: 'string', enum: ['a', 'b'] } },
  ])
})

test('a text body is described as text', async () => {
  const content = (await buildOpenApi(api, '1')).paths['/configs']?.put?.requestBody?.content
  expect(content).toEqual({ 'text/plain': { schema: { type: 'string' } } })
})

test('a body lists required fields and excludes others', () => {
  expect(change?.requestBody?.content['application/json']?.schema).toEqual({
    type: 'object',
    properties: { name: { type: 'string' }, qos: { type: 'integer', minimum: 0, maximum: 2, default: 0 } },
    required: ['name'],
    additionalProperties: false,
  })
})

test('responses are described by status and allow unknown fields', () => {
  expect(change?.responses['200']?.content?.['application/json']?.schema).toEqual({
    type: 'array',
    items: {
      type: 'object',
      properties: { n: { type: 'integer' }, note: { type: 'string', nullable: true } },
      required: ['n'],
    },
  })
  expect(change?.responses['204']).toEqual({ description: 'Done' })
})

test('errors list their codes, besides bodies of other shapes', () => {
  expect(change?.responses['400']?.content?.['application/json']?.schema).toEqual({
    oneOf: [
      {
        type: 'object',
        properties: { code: { type: 'string', enum: ['BAD_REQUEST'] }, message: { type: 'string' } },
      },
      { type: 'object', properties: { reason_code: { type: 'integer' } }, required: ['reason_code'] },
    ],
  })
})

test('security depends on who may call', () => {
  expect(change?.security).toEqual([{ basicAuth: [] }, { bearerAuth: [] }])
  expect(paths['/things/{id}']?.get?.security).toEqual([])
})

test('hidden endpoints are omitted', () => {
  expect(Object.keys(paths)).toEqual(['/things/{id}'])
})

test('no schema of the contract falls back to "anything"', async () => {
  const operations = Object.values((await buildOpenApi(api, '0')).paths).flatMap((path) => Object.values(path))
  expect(operations.length).toBeGreaterThan(40)
  for (const { operationId, parameters, requestBody, responses } of operations) {
    const contents = [requestBody, ...Object.values(responses)].flatMap((one) => Object.values(one?.content ?? {}))
    const schemas = [...parameters, ...contents].map(({ schema }) => schema)
    expect(schemas.flatMap((schema) => emptySchemas(schema, operationId))).toEqual([])
  }
})

/** Paths of empty schemas. */
function emptySchemas(schema: unknown, path: string): readonly string[] {
  const { type, oneOf, anyOf, items, properties } = asRecord(schema)
  const choices = oneOf ?? anyOf
  if (type === undefined && choices === undefined) return [path]
  return [
    ...(Array.isArray(choices) ? choices : []).flatMap((one) => emptySchemas(one, `${path} or`)),
    ...(items === undefined ? [] : emptySchemas(items, `${path}[]`)),
    ...Object.entries(asRecord(properties)).flatMap(([name, one]) => emptySchemas(one, `${path}.${name}`)),
  ]
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
