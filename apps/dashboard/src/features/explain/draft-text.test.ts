import { expect, test } from 'vitest'
import { noDraft, parseDraft } from './draft-text.ts'

test('empty texts mean the current settings', () => {
  expect(parseDraft(noDraft)).toEqual({ draft: undefined, faults: {} })
})

test('each text replaces the current settings of its part', () => {
  expect(parseDraft({ authentication: '[]', authorization: ' ' })).toEqual({
    draft: { authentication: [] },
    faults: {},
  })
  const both = { authentication: '[{"mechanism":"jwt"}]', authorization: '{"sources":[]}' }
  expect(parseDraft(both).draft).toEqual({ authentication: [{ mechanism: 'jwt' }], authorization: { sources: [] } })
})

test('an invalid text is reported, and no draft is returned', () => {
  expect(parseDraft({ authentication: '{}', authorization: '{}' })).toEqual({
    draft: undefined,
    faults: { authentication: 'notArray' },
  })
  expect(parseDraft({ authentication: '[', authorization: '[]' }).faults).toEqual({
    authentication: 'notJson',
    authorization: 'notObject',
  })
})
