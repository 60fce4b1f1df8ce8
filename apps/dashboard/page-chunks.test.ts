import { expect, test } from 'vitest'
import { nameGroups } from './page-chunks.ts'

const chunk = { isInitial: false, entry: undefined, scripts: 1_000, styles: 0, modules: [], imports: [], immediate: [] }
/** A page without any of the others' parts, so that these do not belong to every page. */
const help = { ...chunk, id: 'help.js', entry: '/help-page.tsx', modules: ['/help-page.tsx'] }
const entryOf = () => ({ weight: 1, stage: 0, limit: 9 })

test('modules of parts that are joined get the name of the largest one, and pages none', () => {
  const chunks = [
    { ...chunk, id: 'one.js', entry: '/one-page.tsx', modules: ['/one-page.tsx'], imports: ['table.js', 'form.js'] },
    { ...chunk, id: 'two.js', entry: '/two-page.tsx', modules: ['/two-page.tsx'], imports: ['table.js', 'form.js'] },
    { ...chunk, id: 'table.js', modules: ['/table.tsx'], scripts: 20_000 },
    { ...chunk, id: 'form.js', modules: ['/form.tsx'], scripts: 19_000 },
    help,
  ]
  const names = nameGroups(chunks, entryOf)
  expect(names.get('/form.tsx')).toBe('table')
  expect(names.get('/table.tsx')).toBe('table')
  expect(names.get('/one-page.tsx')).toBeUndefined()
})

test('modules that are loaded before any page are in the file `base`, except for the start of the application', () => {
  const chunks = [
    { ...chunk, id: 'base.js', isInitial: true, modules: ['/react.js'], scripts: 100_000 },
    {
      ...chunk,
      id: 'index.js',
      isInitial: true,
      entry: '/index.html',
      modules: ['/src/app/main.tsx'],
      imports: ['base.js'],
    },
    { ...chunk, id: 'one.js', entry: '/one-page.tsx', modules: ['/one-page.tsx'], imports: ['base.js'] },
  ]
  expect([...nameGroups(chunks, entryOf)]).toEqual([['/react.js', 'base']])
})

test('styles of a page can be in another file than its scripts', () => {
  const page = { ...chunk, entry: '/one-page.tsx', modules: ['/one-page.tsx', '/one.module.css'], styles: 50_000 }
  const names = nameGroups([{ ...page, id: 'one.js' }, help], entryOf)
  expect([...names]).toEqual([['/one.module.css', 'one-styles']])
})
