import { describe, expect, it } from 'vitest'
import { checkRewriteRules, type RewriteRule } from './rules.ts'

const good: RewriteRule = { action: 'all', source_topic: 'x/#', re: '^x/(.+)$', dest_topic: 'z/y/$1' }

describe('a rewrite rule', () => {
  it('of the kind EMQX shows as its example is fine', () => {
    expect(checkRewriteRules([good, { ...good, re: '(?i)\\Ax/(?P<name>[^/]+)', action: 'subscribe' }])).toEqual([])
  })

  it.each([
    ['a filter that is none', { source_topic: 'x/#/y' }, 'source_topic', /not a topic filter: # must be/],
    ['a shared filter', { source_topic: '$share/g/x' }, 'source_topic', /^Leave \$share\/g\/ away/],
    ['an expression that does not compile', { re: '^x/(' }, 're', /missing closing \)/],
    ['look-ahead', { re: '^(?=x)' }, 're', /Look-around and back-references are not supported\.$/],
    ['a back-reference', { re: '^(x)\\1' }, 're', /Look-around and back-references are not supported\.$/],
    ['no destination', { dest_topic: '' }, 'dest_topic', /missing/],
    ['a message for a wildcard', { action: 'publish', dest_topic: 'a/+' }, 'dest_topic', /wildcards/],
  ] as const)('with %s is refused, with its place and a sentence', (_, change, field, reason) => {
    const problems = checkRewriteRules([good, { ...good, ...change }])
    expect(problems).toEqual([
      { index: 1, field, reason: expect.stringMatching(reason), value: { ...good, ...change }[field] },
    ])
  })

  it('may subscribe to wildcards, also when it is for messages as well', () => {
    expect(checkRewriteRules([{ ...good, action: 'subscribe', dest_topic: 'a/#' }])).toEqual([])
    expect(checkRewriteRules([{ ...good, action: 'all', dest_topic: 'a/#' }])).toEqual([])
  })
})
