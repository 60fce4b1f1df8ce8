import { expect, test } from 'vitest'
import { hasDotSegments } from './dot-segments.ts'

test.each([
  '/api/v5/../../status',
  '/api/v5/./nodes',
  '/api/v5/..',
  '/api/v5/%2e%2e/%2E./internal',
  '/api/v5/clients/..%2f..%2Finternal',
  '/api/v5/..\\internal',
  '/api/v5/%2e%5cinternal',
  '/api/v5/..?x=1',
])('%s has a dot segment', (url) => expect(hasDotSegments(url)).toBe(true))

test.each(['/api/v5/clients/a..b', '/api/v5/clients/...', '/api/v5/clients/.a%2Fb.', '/api/v5/nodes?topic=../x'])(
  '%s has none',
  (url) => expect(hasDotSegments(url)).toBe(false),
)
