import { expect, test } from 'vitest'
import { isUnsafePath } from './unsafe-path.ts'

test.each([
  '/api/v5/../../status',
  '/api/v5/./nodes',
  '/api/v5/..',
  '/api/v5/%2e%2e/%2E./internal',
  '/api/v5/clients/..%2f..%2Finternal',
  '/api/v5/..\\internal',
  '/api/v5/%2e%5cinternal',
  '/api/v5/..?x=1',
  '/api/v5/..;/internal',
  '/api/v5/..;a=1/internal',
  '/api/v5/%2e%2e%3B/internal',
  '/api/v5/..%00/internal',
  '/api/v5//internal',
  '/api/v5/\\internal',
])('%s is unsafe', (url) => expect(isUnsafePath(url)).toBe(true))

test.each([
  '/api/v5/clients/a..b',
  '/api/v5/clients/...',
  '/api/v5/clients/.a%2Fb.',
  '/api/v5/nodes?topic=../x',
  '/api/v5/topics/%2Fa%2F%2Fb',
  '/api/v5/clients/',
])('%s is safe', (url) => expect(isUnsafePath(url)).toBe(false))
