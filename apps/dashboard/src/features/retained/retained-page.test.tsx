// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { retainedRoutes } from './routes.ts'

const user = userEvent.setup()

const message = (topic: string, more: object = {}) => ({
  msgid: '000660C4B60FCAA7F440000012680003',
  topic,
  qos: 1,
  publish_at: '2026-11-21T07:57:24.608+00:00',
  from_clientid: 'sensor',
  from_username: 'undefined',
  ...more,
})
const detailed = (topic: string) => message(topic, { payload_size: 1536, expires_at: null })
const page = (data: readonly object[], more: object = {}) => ({
  data,
  meta: { page: 1, limit: 20, hasnext: false, count: data.length, ...more },
})
const settings = { enable: true, backend: { max_retained_messages: 100 } }
const some = ['hall/1', 'hall/2', 'yard/1']

/** A row of the MQDeck broker; EMQX has neither size nor expiry. */
const broker = (more: Answers = {}): Answers => ({
  'GET /mqtt/retainer': settings,
  'GET /mqtt/retainer/messages': page(some.map((topic) => message(topic))),
  'GET /mqdeck/retained': page(some.map(detailed)),
  ...more,
})
const emqx = (more: Answers = {}): Answers => {
  const { 'GET /mqdeck/retained': _ours, ...answers } = broker()
  return { ...answers, ...more }
}
const open = (search = '', answers = broker(), options = {}) =>
  renderPage(retainedRoutes, `/retained${search}`, answers, options)
const gone = () => new Response(null, { status: 204 })
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent)
const opener = (topic: string) => screen.findByRole('button', { name: `Show payload of ${topic}` })

describe('the list', () => {
  test('shows size and expiry if the broker reports them, and the total with the limit', async () => {
    await open()
    const row = within(await screen.findByRole('row', { name: /hall\/1/ }))
    expect(row.getByText('1.5 KB')).toBeTruthy()
    expect(row.getByText('Never')).toBeTruthy()
    expect(row.getByRole('link', { name: 'sensor' }).getAttribute('href')).toBe('/clients/detail/sensor')
    expect(screen.getByText('/ 100')).toBeTruthy()
  })

  test('has all columns that EMQX reports', async () => {
    await open('', emqx())
    await opener('hall/1')
    expect(headers().slice(1, -1)).toEqual(['Topic', 'QoS', 'Publisher', 'Published'])
  })

  test('is filtered by a topic filter in the URL', async () => {
    const { asked, address } = await open()
    await user.type(await screen.findByLabelText('Topic filter'), 'hall/+{Enter}')
    await waitFor(() => expect(asked.at(-1)).toBe('GET /mqdeck/retained?topic=hall%2F%2B&page=1&limit=20'))
    expect(address()).toBe('/retained?topic=hall%2F%2B')
    await screen.findByText('3 messages match')
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(address()).toBe('/retained'))
  })

  test('sends no request for an invalid filter, and shows its error at the field', async () => {
    const { asked } = await open()
    const field = await screen.findByLabelText('Topic filter')
    const before = asked.length
    await user.type(field, 'hall/#/x{Enter}')
    expect(screen.getByText('# must be a separate level and the last one.')).toBeTruthy()
    await user.clear(field)
    await user.type(field, 'ha+{Enter}')
    expect(screen.getByText('+ must be a separate level.')).toBeTruthy()
    expect(asked.length).toBe(before)
  })

  test('shows how to retain messages when there are none', async () => {
    const none = { 'GET /mqdeck/retained': page([]), 'GET /mqtt/retainer/messages': page([]) }
    const listener = { id: 'tcp:default', type: 'tcp', name: 'default', enable: true, bind: '0.0.0.0:1884' }
    await open('', broker({ ...none, 'GET /listeners': [listener] }))
    await screen.findByText('No retained messages')
    expect((await screen.findByText(/^mosquitto_pub/)).textContent).toMatch(/ -r /)
  })

  test('offers to reset a filter without matches', async () => {
    const { address } = await open('?topic=x', broker({ 'GET /mqdeck/retained': page([]) }))
    await user.click(await screen.findByRole('button', { name: 'Reset filters' }))
    await waitFor(() => expect(address()).toBe('/retained'))
  })

  test('links to the settings while the retainer is disabled', async () => {
    await open('', broker({ 'GET /mqtt/retainer': { ...settings, enable: false } }))
    await screen.findByText(/Retained messages are disabled/)
    expect(screen.getByRole('link', { name: 'Retainer settings' }).getAttribute('href')).toBe('/mqtt/retainer')
  })

  test('shows that the limit is reached', async () => {
    await open('', broker({ 'GET /mqtt/retainer': { enable: true, backend: { max_retained_messages: 3 } } }))
    await screen.findByText(/The limit is reached/)
  })
})

describe('a payload', () => {
  const json = broker({
    'GET /mqtt/retainer/message/hall/1': message('hall/1', { payload: btoa('{"v":1}') }),
    'GET /mqtt/retainer/message/hall/2': message('hall/2'),
  })

  test('opens next to the list in the best format, and can be shown as hex', async () => {
    const { address } = await open('', json)
    await user.click(await opener('hall/1'))
    const drawer = within(await screen.findByRole('dialog', { name: 'Payload' }))
    await drawer.findByText(/"v": 1/)
    expect(address()).toBe('/retained?message=hall%2F1')
    await user.click(drawer.getByRole('radio', { name: 'Hex' }))
    expect(drawer.getByText(/^00000000 7b 22/)).toBeTruthy()
    await user.click(drawer.getByRole('radio', { name: 'Base64' }))
    expect(drawer.getByText('eyJ2IjoxfQ==')).toBeTruthy()
    expect(drawer.getByRole('button', { name: 'Download' })).toBeTruthy()
  })

  test('that is too large for the API is not shown as empty', async () => {
    await open('?message=hall/2', json)
    await screen.findByText(/larger than 1 MiB/)
  })
})

describe('deleting', () => {
  const choose = async (...topics: readonly string[]) => {
    for (const topic of topics) await user.click(await screen.findByRole('checkbox', { name: `Select ${topic}` }))
  }
  const deletions = Object.fromEntries(some.map((topic) => [`DELETE /mqtt/retainer/message/${topic}`, gone]))
  const deleted = (asked: readonly string[]) => asked.filter((line) => line.startsWith('DELETE'))

  test('of one message asks first', async () => {
    const { asked } = await open('', broker(deletions))
    const row = within(await screen.findByRole('row', { name: /hall\/2/ }))
    await user.click(row.getByRole('button', { name: /^Actions for / }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this retained message?' }))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Retained message of hall/2 deleted')
    expect(deleted(asked)).toEqual(['DELETE /mqtt/retainer/message/hall/2'])
  })

  test('of several lists them, and counts missing ones as deleted', async () => {
    const { asked } = await open('', broker({ 'DELETE /mqtt/retainer/message/hall/1': gone }))
    await choose('hall/1', 'yard/1')
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 retained messages?' }))
    expect(dialog.getByText('yard/1')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(deleted(asked)).toHaveLength(2))
    expect(screen.queryByText('2 selected')).toBeNull()
  })

  test('by filter counts all pages and shows some topics first', async () => {
    const pages = ({ searchParams }: URL) => {
      const isFirst = searchParams.get('page') === '1'
      if (searchParams.get('topic') !== 'hall/#') return page([])
      return page([message(isFirst ? 'hall/1' : 'hall/2')], { hasnext: isFirst, count: undefined })
    }
    const { asked } = await open('', emqx({ ...deletions, 'GET /mqtt/retainer/messages': pages }))
    await user.click(await screen.findByRole('button', { name: 'Delete by filter' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete by filter' }))
    await user.click(dialog.getByRole('button', { name: 'Count messages' }))
    expect(dialog.getByText('A topic filter is required.')).toBeTruthy()
    await user.type(dialog.getByLabelText('Topic filter'), 'hall/#')
    await user.click(dialog.getByRole('button', { name: 'Count messages' }))
    await dialog.findByText('2 messages match')
    expect(dialog.getByText('hall/2')).toBeTruthy()
    expect(deleted(asked)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Delete 2 retained messages' }))
    await waitFor(() =>
      expect(deleted(asked)).toEqual(['DELETE /mqtt/retainer/message/hall/1', 'DELETE /mqtt/retainer/message/hall/2']),
    )
    await screen.findByText('Deleting 2 messages')
  })

  test('by filter requires counting again after the filter was changed', async () => {
    await open('?topic=hall/%23')
    await user.click(await screen.findByRole('button', { name: 'Delete by filter' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete by filter' }))
    await user.click(dialog.getByRole('button', { name: 'Count messages' }))
    await dialog.findByRole('button', { name: 'Delete 3 retained messages' })
    await user.type(dialog.getByLabelText('Topic filter'), '{Backspace}')
    expect(dialog.queryByRole('button', { name: /^Delete/ })).toBeNull()
  })

  test('of all messages is one request after a confirmation', async () => {
    const { asked } = await open('', broker({ 'DELETE /mqtt/retainer/messages': gone }))
    await opener('hall/1')
    await user.click(screen.getByRole('button', { name: 'Delete all' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete all retained messages?' }))
    expect(dialog.getByText(/^3 messages will be deleted/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Delete all' }))
    await screen.findByText('All retained messages deleted')
    expect(deleted(asked)).toEqual(['DELETE /mqtt/retainer/messages'])
  })

  test('is not available to viewers', async () => {
    await open('', broker(), { role: 'viewer' })
    await opener('hall/1')
    expect(screen.queryByRole('button', { name: 'Delete all' })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: 'Select hall/1' })).toBeNull()
  })
})
