import { expect, it } from 'vitest'
import { createTokenOwners } from './token-owners.ts'

it('evicts the least recently used token when there are too many', () => {
  const owners = createTokenOwners<string>(2)
  owners.remember('a', 'n1')
  owners.remember('b', 'n2')
  expect(owners.of('a')).toBe('n1')
  owners.remember('c', 'n3')
  expect(['a', 'b', 'c'].map(owners.of)).toEqual(['n1', undefined, 'n3'])
})
