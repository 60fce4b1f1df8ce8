// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { type Answers, renderPage } from '../api/render-page.tsx'
import { defineRoutes } from '../ui/index.ts'
import { menuOf, pagesOf, placeOf } from './navigation.ts'
import { NavigationBar } from './navigation-bar.tsx'
import { features } from './routes.ts'

const sections = menuOf(features)
const pages = pagesOf(features)

/** The navigation while the page at `path` is open. */
async function open(path: string, answers: Answers = {}) {
  const page = pages.find((one) => one.path === path)
  const place = page && placeOf(page, sections, pages)
  const Bar = () => (
    <NavigationBar ref={{ current: null }} sections={sections} place={place} isShown onChoose={() => undefined} />
  )
  const title = { en: 'Bar', zh: 'Bar' }
  await renderPage(defineRoutes({ pages: [{ path: '/', title, load: async () => ({ default: Bar }) }] }), '/', answers)
}
const head = (name: string | RegExp) => screen.getByRole('button', { name })
const link = (name: string) => screen.queryByRole('link', { name })

afterEach(cleanup)

test('a group can be folded, and stays folded on other pages', async () => {
  const user = userEvent.setup()
  await open('/clients')
  expect(link('MQTT')).not.toBeNull()
  await user.click(head('Settings'))
  expect(head('Settings').getAttribute('aria-expanded')).toBe('false')
  expect(link('MQTT')).toBeNull()
  cleanup()
  await open('/users')
  expect(link('MQTT')).toBeNull()
  expect(link('Users')?.getAttribute('aria-current')).toBe('page')
})

test('the group of the current page is open although it was folded, and can be folded there', async () => {
  const user = userEvent.setup()
  await open('/mqtt/session')
  expect(link('MQTT')?.getAttribute('aria-current')).toBe('page')
  await user.click(head('Settings'))
  expect(link('MQTT')).toBeNull()
  await user.click(head('Settings'))
  expect(link('MQTT')).not.toBeNull()
})

test('active alarms are counted at their entry, and at its group while that is folded', async () => {
  const user = userEvent.setup()
  await open('/users', { 'GET /alarms': { data: [], meta: { count: 3, hasnext: false, limit: 1, page: 1 } } })
  await waitFor(() => expect(link('Alarms, 3 active alarms')).not.toBeNull())
  await user.click(head('Monitoring'))
  within(head('Monitoring, 3 active alarms')).getByText('3')
})
