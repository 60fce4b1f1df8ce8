import { expect, test } from 'vitest'
import { readSearch } from '../../../ui/index.ts'
import { clientSearch, filterNames, filtersOf, fromDraft, noFilters, toDraft, withFilters } from './client-search.ts'

const read = (raw: Readonly<Record<string, unknown>>) => readSearch(clientSearch, raw)

test('an empty URL has no filters, twenty rows and the first page', () => {
  expect(read({})).toEqual({ view: 'all', limit: 20, page: 1, cursor: [] })
  expect(filtersOf(read({}))).toEqual({})
})

test('a repeated parameter is several ids, a single one is a list of one', () => {
  expect(read({ clientid: ['a', ' b '] }).clientid).toEqual(['a', 'b'])
  expect(read({ clientid: 'a', username: 'u' })).toMatchObject({ clientid: ['a'], username: ['u'] })
})

test('invalid parameters are ignored, valid ones apply', () => {
  const search = read({
    proto_ver: '7',
    clean_start: 'yes',
    conn_state: 'dreaming',
    ip_address: 'localhost',
    gte_created_at: 'yesterday',
    limit: 'many',
    page: '-1',
    like_clientid: 'dev',
  })
  expect(search).toEqual({ view: 'all', limit: 20, page: 1, cursor: [], like_clientid: 'dev' })
})

test('filters are unchanged after a round trip through the form', () => {
  const search = read({
    clientid: ['a', 'b'],
    like_username: 'ann',
    conn_state: 'connected',
    node: 'mqdeck@127.0.0.1',
    ip_address: '::1',
    proto_ver: '5',
    clean_start: 'false',
    gte_connected_at: '2026-11-21T07:00:00.000Z',
    lte_created_at: '2026-11-21T08:00:00+01:00',
  })
  const draft = toDraft(search)
  expect(draft).toMatchObject({ clientid: 'a, b', clientidMatching: 'exact', usernameMatching: 'fuzzy' })
  expect(filtersOf({ ...search, ...fromDraft(draft) })).toEqual(filtersOf(search))
})

test('commas separate exact values, but not a partial value', () => {
  const draft = toDraft(read({}))
  const exact = fromDraft({ ...draft, clientid: ' a,, b ,', clientidMatching: 'exact' })
  expect(exact).toMatchObject({ clientid: ['a', 'b'], like_clientid: undefined })
  const fuzzy = fromDraft({ ...draft, clientid: ' a,b ', clientidMatching: 'fuzzy' })
  expect(fuzzy).toMatchObject({ clientid: undefined, like_clientid: 'a,b' })
})

test('an empty form removes all filters from the URL', () => {
  expect(fromDraft(toDraft(read({})))).toEqual(noFilters)
  expect(Object.keys(noFilters)).toEqual([...filterNames])
})

test('changed filters start at the first page', () => {
  expect(withFilters({ like_clientid: 'a' })).toEqual({ like_clientid: 'a', page: 1, cursor: [] })
})

test('the form shows every filter of the URL', () => {
  const { limit: _, page: __, cursor: ___, view: ____, find: _____, ...filters } = clientSearch.shape
  expect(Object.keys(filters).toSorted()).toEqual([...filterNames].toSorted())
})
