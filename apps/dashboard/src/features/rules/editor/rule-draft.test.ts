import { expect, test } from 'vitest'
import { bodyOf, copyOf, draftOf, idPattern, newRuleId, type RuleDraft, toBeMade } from './rule-draft.ts'

const rule = {
  id: 'r1',
  name: 'one',
  sql: 'SELECT * FROM "t"',
  from: ['t'],
  actions: ['http:a', { function: 'console' }, { function: 'brand_new', args: { x: 1 } }],
  enable: true,
  description: '',
  created_at: '',
  last_modified_at: '',
}

test('saving a rule sends all its settings, also settings of a newer broker', () => {
  const { name, sql, actions, description } = rule
  expect(bodyOf(draftOf(rule))).toEqual({ name, sql, actions, description })
})

test('a connector that two new actions share is created once', () => {
  const connector = { type: 'http', name: 'web' }
  const draft: RuleDraft = {
    ...draftOf(rule),
    outputs: ['a', 'b'].map((name) => ({
      kind: 'new',
      draft: { channel: { type: 'http', name, connector: 'web' }, connector },
    })),
  }
  expect(toBeMade(draft.outputs).connectors).toEqual([connector])
  expect(bodyOf(draft).actions).toEqual(['http:a', 'http:b'])
})

test('generated rule IDs are valid', () => {
  expect(newRuleId()).toMatch(idPattern)
  expect(copyOf(rule).id).toBe('r1_copy')
})
