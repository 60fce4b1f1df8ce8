// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { delayedRoutes } from './routes.ts'

const user = userEvent.setup()

const node = 'emqx@127.0.0.1'
const idOf = (number: number) => `000660C4B676503AF44000001401000${number}`
const message = (number: number, more: object = {}) => ({
  msgid: idOf(number),
  node,
  topic: `later/${number}`,
  qos: 1,
  publish_at: '2026-11-21T07:57:31.327+00:00',
  delayed_interval: 600,
  delayed_remaining: 90,
  expected_at: '2026-11-21T08:07:31.327+00:00',
  from_clientid: 'http_api',
  from_username: 'undefined',
  ...more,
})
const page = (data: readonly object[]) => ({
  data,
  meta: { page: 1, limit: 20, hasnext: false, count: data.length },
})
const broker = (rows = [message(1), message(2)], more: Answers = {}): Answers => ({
  'GET /mqtt/delayed': { enable: true, max_delayed_messages: 0 },
  'GET /mqtt/delayed/messages': page(rows),
  ...more,
})
const open = (search = '', answers = broker()) => renderPage(delayedRoutes, `/delayed${search}`, answers)
const gone = () => new Response(null, { status: 204 })

test('the list counts down to the time at which each message is published', async () => {
  await open()
  const row = within(await screen.findByRole('row', { name: /later\/1/ }))
  expect(row.getByText('10 min')).toBeTruthy()
  const left = row.getByText(/^1 min [123]\d s$/)
  const before = left.textContent
  await waitFor(() => expect(left.textContent).not.toBe(before))
  expect(left.textContent).toMatch(/^1 min [12]?\d s$/)
  expect(row.getByText('http_api').closest('a')).toBeNull()
  expect(screen.getByText('/ no limit')).toBeTruthy()
})

test('due messages are removed from the list, also without polling', async () => {
  const answers = [[message(1, { delayed_remaining: 1 })], []]
  const { asked } = await open('', broker([], { 'GET /mqtt/delayed/messages': () => page(answers.shift() ?? []) }))
  await screen.findByText('due')
  await screen.findByText('No delayed messages')
  expect(asked.filter((line) => line.includes('/messages'))).toHaveLength(2)
})

test('a payload opens next to the list, also from its URL', async () => {
  const detail = { [`GET /mqtt/delayed/messages/${node}/${idOf(1)}`]: message(1, { payload: btoa('{"v":1}') }) }
  const { address } = await open('', broker(undefined, detail))
  await user.click(await screen.findByRole('button', { name: 'Show payload of later/1' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Payload' }))
  await drawer.findByText(/"v": 1/)
  expect(decodeURIComponent(address())).toBe(`/delayed?message=${node}/${idOf(1)}`)
})

test('a payload that is too large shows a note', async () => {
  const detail = { [`GET /mqtt/delayed/messages/${node}/${idOf(1)}`]: message(1, { payload: 'PAYLOAD_TOO_LARGE' }) }
  await open(`?message=${node}/${idOf(1)}`, broker(undefined, detail))
  await screen.findByText(/larger than 1 MiB/)
})

test('selected messages are deleted one by one, after a question', async () => {
  const deletions = Object.fromEntries(
    [1, 2].map((number) => [`DELETE /mqtt/delayed/messages/${node}/${idOf(number)}`, gone]),
  )
  const { asked } = await open('', broker(undefined, deletions))
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 delayed messages?' }))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(asked.filter((line) => line.startsWith('DELETE'))).toHaveLength(2))
})

test('while the feature is disabled the page links to its settings', async () => {
  await open('', broker([], { 'GET /mqtt/delayed': { enable: false, max_delayed_messages: 0 } }))
  await screen.findByText(/Delayed publish is disabled/)
  const link = screen.getByRole('link', { name: 'Delayed publish settings' })
  expect(link.getAttribute('href')).toBe('/delayed-pub-configuration')
})
