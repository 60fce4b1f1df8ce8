import * as contract from '@mqdeck/contract'
import { IconSearch } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { defineRoutes, familyPages, type Page } from '../ui/index.ts'
import { ancestorsOf, menuOf, menuPathOf, menuTitleOf, pagesOf, reachablePages, withoutMissing } from './navigation.ts'
import { features } from './routes.ts'

const page = (path: string, more: Partial<Page> = {}): Page => ({
  path,
  title: { en: path, zh: path },
  load: () => Promise.reject(new Error('not needed')),
  ...more,
})
const menu = (group: 'top' | 'monitoring' | 'system', order: number) => ({ menu: { group, order, icon: IconSearch } })

const example = [
  defineRoutes({ pages: [page('/users', menu('system', 1))] }),
  defineRoutes({
    pages: [page('/b', menu('monitoring', 2)), page('/a', menu('monitoring', 1)), page('/a/$id', { parent: '/a' })],
  }),
  defineRoutes({ pages: [page('/start', menu('top', 1))] }),
]

test('the menu has the groups in their order, the pages in theirs, and no empty group', () => {
  expect(menuOf(example).map(({ group, pages }) => [group, ...pages.map(({ path }) => path)])).toEqual([
    ['top', '/start'],
    ['monitoring', '/a', '/b'],
    ['system', '/users'],
  ])
})

test('a page without a menu entry marks the entry of its parent', () => {
  const pages = pagesOf(example)
  const detail = page('/a/$id', { parent: '/a' })
  expect(ancestorsOf(detail, pages).map(({ path }) => path)).toEqual(['/a'])
  expect(menuPathOf(detail, pages)).toBe('/a')
})

test('the pages of a family share a menu entry with its title, and each of them can be found', () => {
  const family = {
    title: { en: 'Family', zh: '家' },
    tabs: [
      { path: '/f/one', title: { en: 'One', zh: '一' } },
      { path: '/f/two', title: { en: 'Two', zh: '二' } },
    ],
  } as const
  const load = page('').load
  const routes = [
    ...example,
    defineRoutes({ pages: familyPages(family, menu('system', 2).menu, { '/f/one': load, '/f/two': load }) }),
  ]
  const pages = pagesOf(routes)
  const [entry] = menuOf(routes).flatMap((section) => section.pages.filter(({ path }) => path === '/f/one'))
  expect(entry && menuTitleOf(entry)).toEqual(family.title)
  const [second] = pages.filter(({ path }) => path === '/f/two')
  expect(second && menuPathOf(second, pages)).toBe('/f/one')
  expect(reachablePages(routes).map(({ path }) => path)).toEqual(['/start', '/a', '/b', '/users', '/f/one', '/f/two'])
})

test('every page has a path of its own, and every parent exists', () => {
  const paths = pagesOf(features).map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  const parents = pagesOf(features).flatMap(({ parent }) => (parent === undefined ? [] : [parent]))
  expect(parents.filter((parent) => !paths.includes(parent))).toEqual([])
})

const audit = { get: '/audit', partOf: 'enterprise' } as const

test('missing pages are left out together with their child pages', () => {
  const routes = [
    defineRoutes({
      pages: [page('/audit', { ...menu('system', 1), needs: audit }), page('/audit/$id', { parent: '/audit' })],
    }),
    defineRoutes({ pages: [page('/users', menu('system', 2))] }),
  ]
  const left = withoutMissing(routes, ({ get }) => get !== '/audit')
  expect(pagesOf(left).map(({ path }) => path)).toEqual(['/users'])
  expect(pagesOf(withoutMissing(routes, () => true))).toHaveLength(3)
})

test('the menu entry of a family without its first page opens the next one', () => {
  const family = {
    title: { en: 'Family', zh: '家' },
    tabs: [
      { path: '/f/one', title: { en: 'One', zh: '一' }, needs: audit },
      { path: '/f/two', title: { en: 'Two', zh: '二' } },
    ],
  } as const
  const load = page('').load
  const pages = familyPages(family, menu('system', 2).menu, { '/f/one': load, '/f/two': load })
  const left = withoutMissing([defineRoutes({ pages })], () => false)
  expect(menuOf(left).flatMap((section) => section.pages.map(({ path }) => path))).toEqual(['/f/two'])
})

test('requirements of pages are GET endpoints of the contract without parameters', () => {
  const paths = Object.values(contract).flatMap((one) =>
    typeof one === 'object' && one !== null && 'method' in one && one.method === 'GET' ? [one.path] : [],
  )
  const needed = pagesOf(features).flatMap(({ needs }) => (needs ? [needs.get.split('?', 1)[0]] : []))
  expect(needed.length).toBeGreaterThan(4)
  expect(needed.filter((path) => !paths.some((one) => one === path))).toEqual([])
})
