import { expect, test } from 'vitest'
import { noDraft, readDraft } from './draft-text.ts'

test('nothing written means the settings in force', () => {
  expect(readDraft(noDraft)).toEqual({ draft: undefined, faults: {} })
})

test('each part that is written stands in the place of what is in force', () => {
  expect(readDraft({ authentication: '[]', authorization: ' ' })).toEqual({ draft: { authentication: [] }, faults: {} })
  const both = { authentication: '[{"mechanism":"jwt"}]', authorization: '{"sources":[]}' }
  expect(readDraft(both).draft).toEqual({ authentication: [{ mechanism: 'jwt' }], authorization: { sources: [] } })
})

test('what cannot be read is told of, and nothing is judged by half of it', () => {
  expect(readDraft({ authentication: '{}', authorization: '{}' })).toEqual({
    draft: undefined,
    faults: { authentication: 'notList' },
  })
  expect(readDraft({ authentication: '[', authorization: '[]' }).faults).toEqual({
    authentication: 'notJson',
    authorization: 'notObject',
  })
})
