// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { defineChange, useStartJob } from '../../api/index.ts'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { defineRoutes, toast } from '../../ui/index.ts'
import { NotificationsButton } from './notifications-button.tsx'

const user = userEvent.setup()
const refuseOdd = defineChange<number, undefined>({
  apply: async (_call, item) => {
    if (item % 2 === 1) throw new Error('odd')
    return undefined
  },
  invalidates: [],
})

function Place() {
  const start = useStartJob()
  const begin = (count: number, perSecond = Number.POSITIVE_INFINITY) =>
    start({
      title: `Count to ${count}`,
      items: Array.from({ length: count }, (_, index) => index),
      nameOf: (item) => `item-${item}`,
      change: refuseOdd,
      perSecond,
    })
  return (
    <>
      <NotificationsButton />
      <button type="button" onClick={() => begin(1)}>
        easy
      </button>
      <button type="button" onClick={() => begin(4)}>
        hard
      </button>
      <button type="button" onClick={() => begin(100, 1)}>
        long
      </button>
    </>
  )
}

const routes = defineRoutes({
  pages: [{ path: '/', title: { en: 'Place', zh: 'Place' }, load: async () => ({ default: Place }) }],
})
const alarm = (name: string, second: number) => ({
  node: 'n1@h',
  name,
  message: 'resource down: refused',
  details: {},
  duration: 1000,
  activate_at: `2026-01-01T00:00:0${second}.000+00:00`,
})
const alarms = (...rows: readonly object[]): Answers => ({
  'GET /alarms': { data: rows, meta: { count: rows.length, hasnext: false, limit: 1, page: 1 } },
})
const open = async (answers: Answers = alarms()) => {
  const page = await renderPage(routes, '/', answers)
  return { ...page, bell: () => screen.getByRole('button', { name: /^Notifications/ }) }
}
const press = (name: string) => user.click(screen.getByRole('button', { name }))

test('the button counts active alarms, and its panel shows critical ones first with links to the affected objects and to the alarms page', async () => {
  const { asked } = await open(alarms(alarm('connector:http:h1', 1), alarm('high_cpu_usage', 2)))
  await user.click(await screen.findByRole('button', { name: 'Notifications: 2 active alarms' }))
  const panel = await screen.findByRole('dialog', { name: 'Notifications' })
  const links = await within(panel).findAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Connector h1 is down',
    'Open connector',
    'High CPU usage',
    'Open node',
    'All active alarms',
  ])
  expect(asked[0]).toBe('GET /alarms?page=1&limit=1&activated=true')
})

test('without alarms in the API, the button shows jobs and notifications', async () => {
  const { bell } = await open({})
  await user.click(bell())
  await screen.findByText('No notifications yet')
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Jobs', 'Notifications'])
})

test('notifications stay after their toast, new errors are marked, and the list can be cleared', async () => {
  const { bell } = await open()
  act(() => toast.error('It failed.', 'The broker said no.'))
  await press('Close')
  expect(screen.queryByText('It failed.')).toBeNull()
  expect(bell().getAttribute('aria-label')).toBe('Notifications: 1 new error')
  await user.click(bell())
  const panel = await screen.findByRole('dialog', { name: 'Notifications' })
  within(panel).getByText('The broker said no.')
  within(panel).getByRole('img', { name: 'Error' })
  await waitFor(() => expect(bell().getAttribute('aria-label')).toBe('Notifications'))
  await user.click(within(panel).getByRole('button', { name: 'Clear' }))
  await within(panel).findByText('No notifications yet')
})

test('the end of a job shows one toast; with failures it links to the failed items', async () => {
  await open()
  await press('easy')
  await screen.findByText('Count to 1: done (1).')
  await press('hard')
  await screen.findByText('2 of 4 failed.')
  await press('Show results')
  const job = await screen.findByRole('article', { name: 'Count to 4' })
  within(job).getByText('2 failed')
  // Failed items are shown first.
  expect(
    within(job)
      .getAllByText(/^item-/)
      .map(({ textContent }) => textContent),
  ).toEqual(['item-1', 'item-3'])
  await user.click(within(job).getByRole('radio', { name: 'All 4' }))
  expect(within(job).getAllByText(/^item-/)).toHaveLength(4)
  await user.click(within(job).getByRole('button', { name: 'Remove from list' }))
  expect(screen.queryByRole('article', { name: 'Count to 4' })).toBeNull()
})

test('a running job shows its progress and can be stopped', async () => {
  await open()
  await press('long')
  await user.click(await screen.findByRole('button', { name: 'Notifications: 1 job running, 1%' }))
  const job = await screen.findByRole('article', { name: 'Count to 100' })
  expect(within(job).getByRole('progressbar').getAttribute('aria-valuemax')).toBe('100')
  await user.click(within(job).getByRole('button', { name: 'Stop “Count to 100”' }))
  await within(job).findByText('Stopped')
  await screen.findByText(/^Count to 100: stopped after \d+ of 100\.$/)
})
