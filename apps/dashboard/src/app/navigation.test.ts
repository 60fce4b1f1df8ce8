import * as contract from '@mqdeck/contract'
import { IconSearch } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { defineRoutes, type FeatureRoutes, type Page } from '../ui/index.ts'
import { type MenuGroup, menu } from './menu.ts'
import { menuOf, needOf, pagesOf, placeOf, withoutMissing } from './navigation.ts'
import { features } from './routes.ts'

const page = (path: string, more: Partial<Page> = {}): Page => ({
  path,
  title: { en: path, zh: path },
  load: () => Promise.reject(new Error('not needed')),
  ...more,
})
const audit = { get: '/audit', partOf: 'enterprise' } as const

const entry = (title: string, ...pages: readonly string[]) => ({
  title: { en: title, zh: title },
  icon: IconSearch,
  pages,
})
const groups: readonly MenuGroup[] = [
  { id: 'top', entries: [entry('Start', '/start')] },
  { id: 'people', title: { en: 'People', zh: '人员' }, entries: [entry('Users', '/users', '/keys', '/audit')] },
  { id: 'empty', title: { en: 'Empty', zh: '空' }, entries: [entry('Other', '/other')] },
]
const routes = [
  defineRoutes({ pages: [page('/keys'), page('/users'), page('/keys/$id', { parent: '/keys' }), page('/start')] }),
  defineRoutes({ pages: [page('/audit', { needs: audit }), page('/audit/$id', { parent: '/audit' })] }),
]
const tabsOf = (all: readonly FeatureRoutes[]) =>
  menuOf(all, groups).map(({ id, entries }) => [
    id,
    ...entries.map(({ path, tabs }) => [path, tabs.map((one) => one.path)]),
  ])

test('the menu has its pages as tabs in their order, without empty entries and groups', () => {
  expect(tabsOf(routes)).toEqual([
    ['top', ['/start', ['/start']]],
    ['people', ['/users', ['/users', '/keys', '/audit']]],
  ])
})

test('a page is at the entry of its tab, and a page without a tab at that of its parent', () => {
  const pages = pagesOf(routes)
  const at = (path: string) => {
    const place = placeOf(page(path, { parent: '/keys' }), menuOf(routes, groups), pages)
    return [place?.section.id, place?.entry.path, place?.isTab]
  }
  expect(at('/keys')).toEqual(['people', '/users', true])
  expect(at('/keys/$id')).toEqual(['people', '/users', false])
  expect(placeOf(page('/login'), menuOf(routes, groups), pages)).toBeUndefined()
})

test('missing pages are left out with their child pages, and the entry opens the next page', () => {
  const missing = (path: string) => (need: Page['needs']) => need?.get !== path
  expect(tabsOf(withoutMissing(routes, missing('/audit')))).toEqual([
    ['top', ['/start', ['/start']]],
    ['people', ['/users', ['/users', '/keys']]],
  ])
  const needy = [defineRoutes({ pages: [page('/users', { needs: audit }), page('/keys')] })]
  expect(menuOf(withoutMissing(needy, missing('/audit')), groups)[0]?.entries[0]?.path).toBe('/keys')
  // The address of a missing page still has a place, where its reason is shown.
  const all = pagesOf(needy)
  expect(all[0] && placeOf(all[0], menuOf(withoutMissing(needy, missing('/audit')), groups), all)?.isTab).toBe(true)
})

test('every page has a path of its own, and every parent exists', () => {
  const paths = pagesOf(features).map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  const parents = pagesOf(features).flatMap(({ parent }) => (parent === undefined ? [] : [parent]))
  expect(parents.filter((parent) => !paths.includes(parent))).toEqual([])
})

test('every page is one tab of the menu or below one, and the menu has no unknown page', () => {
  const pages = pagesOf(features)
  const listed = menu.flatMap(({ entries }) => entries.flatMap((one) => one.pages))
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed.filter((path) => !pages.some((one) => one.path === path))).toEqual([])
  const lost = pages.filter((one) => !one.bare && !placeOf(one, menuOf(features), pages))
  expect(lost.map(({ path }) => path)).toEqual([])
})

test('the menu has the groups of the specification and at most 22 entries, with Logout', () => {
  expect(menu.flatMap(({ title }) => title?.en ?? [])).toEqual([
    'Monitoring',
    'Integration',
    'Access Control',
    'Management',
    'Diagnose',
    'Settings',
  ])
  expect(menu.flatMap(({ entries }) => entries).length + 1).toBeLessThanOrEqual(22)
})

test('pages have different titles, and so do the tabs of an entry', () => {
  for (const locale of ['en', 'zh'] as const) {
    // The page of one resource has its name as heading, and may be called like the list: 节点.
    const titles = pagesOf(features).flatMap(({ title, subject }) => (subject ? [] : [title[locale]]))
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
    for (const { tabs } of menuOf(features).flatMap(({ entries }) => entries)) {
      const names = tabs.map(({ title, tab = title }) => tab[locale])
      expect(new Set(names).size).toBe(names.length)
    }
  }
})

/** Addresses that were in the menu before its pages became tabs; bookmarks lead there. */
const addresses = `/ /dashboard /dashboard/overview /dashboard/nodes /dashboard/metrics /clients /subscriptions
  /subscriptions/subscription /subscriptions/topics /retained /delayed /delayed-pub /alarm /alarm/current
  /alarm/current-alarm /alarm/history /alarm/history-alarm /alarm/settings /authentication /authorization
  /authorization/settings /explain /banned-clients /flapping-detect /security /rule /rule/rules /webhook /rule/functions
  /connector /rule/actions /rule/source /listener /limiter /zones /zones/detail/default /mqtt /mqtt/general /mqtt/session
  /mqtt/session-persistence /mqtt/retainer /mqtt/system-topic /mqtt/force-shutdown /topic-rewrite /auto-sub
  /delayed-pub-configuration /log /log/follow /cluster /dashboard-settings /monitoring/integration
  /monitoring/integration/opentelemetry /monitoring/integration/help /configuration /configuration/history
  /configuration/import /telemetry /publish /topic-explorer /topic-metrics /websocket /session-health /slow-sub
  /slow-sub/config /log-trace /users /audit-log /api-key /backup /migrate /help`.split(/\s+/)

test('earlier addresses lead to a page', () => {
  const redirects: Readonly<Record<string, string>> = Object.assign({}, ...features.map((one) => one.redirects))
  const paths = pagesOf(features).map(({ path }) => path)
  expect(addresses.filter((address) => !paths.includes(redirects[address] ?? address))).toEqual([])
})

test('pages that create something are for administrators only', () => {
  const creating = pagesOf(features).filter(({ path }) => /\/(create|install)(\/|$)/.test(path))
  expect(creating.length).toBeGreaterThan(15)
  expect(creating.filter(({ administratorsOnly }) => administratorsOnly !== true).map(({ path }) => path)).toEqual([])
})

test('requirements of pages are GET endpoints of the contract without parameters', () => {
  const paths = Object.values(contract).flatMap((one) =>
    typeof one === 'object' && one !== null && 'method' in one && one.method === 'GET' ? [one.path] : [],
  )
  const all = pagesOf(features)
  const needed = all.flatMap((one) => needOf(one, all)?.get.split('?', 1)[0] ?? [])
  expect(needed.length).toBeGreaterThan(4)
  expect(needed.filter((path) => !paths.some((one) => one === path))).toEqual([])
})
