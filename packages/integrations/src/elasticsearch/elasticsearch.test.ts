import { silentLog, systemClock } from '@mqdeck/kit'
import { expect, test } from 'vitest'
import type { ActionPlain } from '../plain.ts'
import { elasticsearch } from './manifest.ts'
import { runtime } from './runtime.ts'

const [update, remove, create] = elasticsearch.action.parameters
const context = { clock: systemClock, log: silentLog, folder: '/', node: 'n@h', name: 'a' }

/** Wire values equal plain values for these structs. */
function actionWith(struct: typeof create | typeof update | typeof remove, value: object, connector = {}) {
  const parameters = struct.schema.parse(value) as ActionPlain<typeof elasticsearch>
  const made = runtime.action?.(parameters, connector as never, context)
  if (!made) throw new Error('there is no action')
  return made
}

test('a document is created under its ID, or under an ID from Elasticsearch', () => {
  const data = { index: 'my-index', id: 'a/b ü', n: 9_007_199_254_740_993n }
  const named = { action: 'create', index: '${index}', id: '${id}', doc: '{"n":${n},"x":"${x}"}', routing: '${r}&' }
  expect(actionWith(create, named).render({ ...data, r: 'x y' })).toEqual({
    method: 'POST',
    path: '/my-index/_doc/a%2Fb%20%C3%BC?routing=x+y%26',
    body: '{"n":9007199254740993,"x":""}',
  })
  const plain = { action: 'create', index: 'i', require_alias: true, overwrite: false }
  expect(actionWith(create, plain).render(data)).toEqual({
    method: 'POST',
    path: '/i/_doc/?require_alias=true',
    body: '{"index":"my-index","id":"a/b ü","n":9007199254740993}',
  })
  expect(actionWith(create, { ...named, routing: undefined, overwrite: false }).render(data)).toMatchObject({
    path: '/my-index/_doc/a%2Fb%20%C3%BC?op_type=create',
  })
})

test('a document is updated in part, and created if it is missing and the settings allow it', () => {
  const settings = { action: 'update', index: 'i', id: '${id}' }
  const data = { id: 1n, a: true }
  expect(actionWith(update, settings).render(data)).toEqual({
    method: 'POST',
    path: '/i/_update/1',
    body: '{"doc":{"id":1,"a":true}}',
  })
  expect(actionWith(update, { ...settings, doc: '{"a":${a}}', doc_as_upsert: true }).render(data)).toMatchObject({
    body: '{"doc":{"a":true},"doc_as_upsert":true}',
  })
})

test('a document is deleted', () => {
  const action = actionWith(remove, { action: 'delete', index: 'i', id: '${id}', routing: 'r' })
  expect(action.render({ id: 'x' })).toEqual({ method: 'DELETE', path: '/i/_doc/x?routing=r' })
})

test('a missing ID or index, or an ID that changes the path, causes no request', () => {
  const action = actionWith(remove, { action: 'delete', index: '${index}', id: '${id}' })
  expect(() => action.render({ index: 'i' })).toThrow('the data has no value for the id')
  expect(() => action.render({ id: 'x' })).toThrow('the data has no value for the index')
  for (const id of ['', '.', '..']) expect(() => action.render({ index: 'i', id })).toThrow('not a valid id')
})

test('requests of a client use the same connection with pool_type hash, and traces do not show the key', () => {
  const action = actionWith(remove, { action: 'delete', index: 'i', id: 'x' }, { pool_type: 'hash' })
  const request = action.render({ clientid: 'c1' })
  expect(request).toMatchObject({ key: 'c1' })
  expect(action.show?.(request)).toEqual({ method: 'DELETE', path: '/i/_doc/x' })
})
