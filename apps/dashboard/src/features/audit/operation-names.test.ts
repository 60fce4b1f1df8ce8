import { expect, test } from 'vitest'
import { operationName } from './operation-names.ts'

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
