import { api, type EndpointShape } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { operationName, operationNames } from './operation-names.ts'

const changing = Object.values<EndpointShape>(api).filter(({ method }) => method !== 'GET')
const keyOf = ({ method, path }: EndpointShape) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`

test('every changing endpoint has a name in both languages', () => {
  expect(changing.length).toBeGreaterThan(50)
  expect(changing.map(keyOf).filter((key) => !operationNames[key])).toEqual([])
})

test.each([
  ['users', '/users', 'post', 'Create user', '创建用户'],
  ['new_things', '/new_things/:id/enable', 'put', 'Update new things › enable', '更新 new things › enable'],
  ['reset-password', '', '', 'Reset password', '重置密码'],
  ['cluster', '', '', 'cluster', 'cluster'],
])('an operation of type %s and path %s has a readable name', (operation_type, operation_id, http_method, en, zh) => {
  const operation = { operation_type, operation_id, http_method }
  expect(operationName(operation, 'en')).toBe(en)
  expect(operationName(operation, 'zh')).toBe(zh)
})
