import { expect, it } from 'vitest'
import { createTokens } from './tokens.ts'

it('evicts the least recently used token when there are too many', () => {
  const tokens = createTokens<string>(2)
  tokens.remember('a', 'n1')
  tokens.remember('b', 'n2')
  expect(tokens.ownerOf('a')).toBe('n1')
  tokens.remember('c', 'n3')
  expect(['a', 'b', 'c'].map(tokens.ownerOf)).toEqual(['n1', undefined, 'n3'])
})

it('a token has rights only after a sign-in and while the cluster accepts it', () => {
  const tokens = createTokens<string>()
  tokens.remember('found', 'n1')
  tokens.onAccepted('found', 1)
  expect(tokens.acceptedOf('found')).toBeUndefined()
  tokens.remember('issued', 'n1', 'viewer')
  expect(tokens.acceptedOf('issued')).toBeUndefined()
  tokens.onAccepted('issued', 5)
  expect(tokens.acceptedOf('issued')).toEqual({ rights: 'viewer', at: 5 })
  tokens.remember('issued', 'n2')
  expect(tokens.acceptedOf('issued')).toEqual({ rights: 'viewer', at: 5 })
  tokens.onRejected('issued')
  expect(tokens.acceptedOf('issued')).toBeUndefined()
  tokens.onAccepted('issued', 6)
  tokens.revokedSome()
  expect(tokens.acceptedOf('issued')).toBeUndefined()
  tokens.onAccepted('issued', 7)
  tokens.changedRights()
  expect(tokens.acceptedOf('issued')).toBeUndefined()
})
