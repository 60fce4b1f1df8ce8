import { expect, test } from 'vitest'
import { readSearch } from '../../ui/index.ts'
import { banSearch, fromDraft, toDraft, toQuery } from './ban-search.ts'

const read = (raw: object) => readSearch(banSearch, { ...raw })

test.each([
  [{ clientid: 'a' }, { kind: 'clientid', text: 'a', matching: 'exact' }],
  [{ like_username: 'b' }, { kind: 'username', text: 'b', matching: 'fuzzy' }],
  [{ peerhost: '::1' }, { kind: 'peerhost', text: '::1', matching: 'exact' }],
  [{ like_peerhost_net: '10.' }, { kind: 'peerhost_net', text: '10.', matching: 'fuzzy' }],
] as const)('the form shows the filter %j and returns it unchanged', (search, draft) => {
  expect(toDraft(read(search))).toEqual(draft)
  expect(fromDraft(draft)).toMatchObject(search)
  expect(toQuery(read(search))).toEqual({ limit: 20, page: 1, ...search })
})

test('without a filter everything is asked for', () => {
  expect(toQuery(read({ page: '2' }))).toEqual({ limit: 20, page: 2 })
})

test('networks are searched by a part of their text, also if an exact match was selected before', () => {
  expect(fromDraft({ kind: 'peerhost_net', text: ' 10. ', matching: 'exact' })).toMatchObject({
    like_peerhost_net: '10.',
  })
})

test('of several filters in the URL one is in force: together they would fit nothing', () => {
  expect(toQuery(read({ clientid: 'a', like_username: 'b' }))).toEqual({ limit: 20, page: 1, clientid: 'a' })
})
