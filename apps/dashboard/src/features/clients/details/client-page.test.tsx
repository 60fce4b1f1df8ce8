// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answers, renderPage } from '../../../api/render-page.tsx'
import { clientRoutes } from '../routes.ts'

const user = userEvent.setup()

const present = {
  clientid: 'a',
  username: 'ann',
  node: 'n1@127.0.0.1',
  connected: true,
  ip_address: '127.0.0.1',
  port: 5000,
  proto_name: 'MQTT',
  proto_ver: 5,
  keepalive: 60,
  expiry_interval: 0,
  connected_at: '2026-11-21T07:57:24.514+00:00',
  created_at: '2026-11-21T07:57:24.514+00:00',
  subscriptions_cnt: 2,
  subscriptions_max: 'infinity',
  mqueue_len: 2,
  mqueue_max: 1000,
  inflight_cnt: 0,
  inflight_max: 32,
  awaiting_rel_cnt: 0,
  awaiting_rel_max: 100,
  mqueue_dropped: 0,
  client_attrs: { tenant: 't1' },
  mountpoint: 'm/',
  durable: false,
  heap_size: 0,
}
const subscriptions = [
  { clientid: 'a', topic: 'm/t/1', qos: 1, nl: 0, rap: 1, rh: 2, node: 'n1' },
  { clientid: 'a', topic: '$share/g/m/x', qos: 0, nl: 0, rap: 0, rh: 0, node: 'n1' },
]

const broker = (more: Answers = {}): Answers => ({
  'GET /clients/a': present,
  'GET /clients/a/subscriptions': subscriptions,
  ...more,
})
const open = (search = '', answers = broker()) => renderPage(clientRoutes, `/clients/detail/a${search}`, answers)
const done = () => new Response(null, { status: 204 })
const missing = () => Response.json({ code: 'CLIENTID_NOT_FOUND', message: 'Client ID not found' }, { status: 404 })

test('the details show connection, session usage with limits, and client attributes', async () => {
  await open('?tab=details')
  await screen.findByText('Connected')
  expect(screen.getByText('MQTT 5.0')).toBeTruthy()
  expect(document.body.textContent).toContain('2 / 1,000')
  expect(document.body.textContent).toContain('2 / no limit')
  expect(screen.getByText('t1')).toBeTruthy()
  expect(screen.queryByText('Reductions')).toBeNull()
})

test('an unknown client shows an error with a link to all clients', async () => {
  await open('', {})
  await screen.findByText('The client does not exist')
  expect(screen.getByRole('link', { name: 'All clients' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the page of a client that disappears keeps its data and disables its actions', async () => {
  let answer: unknown = present
  await open('', broker({ 'GET /clients/a': () => answer }))
  await screen.findByText('Connected')
  answer = missing()
  await user.click(screen.getByRole('button', { name: 'Refresh now' }))
  await screen.findByText(/^Disconnected, session terminated/)
  expect(screen.getByText('ann · 127.0.0.1:5000 · MQTT 5.0')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Kick out' })).toHaveProperty('disabled', true)
})

test('after a kick the actions are disabled', async () => {
  let answer: unknown = present
  const kicked = () => {
    answer = missing()
    return done()
  }
  await open('', broker({ 'GET /clients/a': () => answer, 'DELETE /clients/a': kicked }))
  await user.click(await screen.findByRole('button', { name: 'Kick out' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Kick out' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Kick out' })).toHaveProperty('disabled', true))
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  expect(await screen.findByRole('menuitem', { name: 'Subscribe' })).toHaveProperty('disabled', true)
})

test('the session of a disconnected client is cleaned, not kicked out', async () => {
  const { asked } = await open(
    '',
    broker({ 'GET /clients/a': { ...present, connected: false }, 'DELETE /clients/a': done }),
  )
  await user.click(await screen.findByRole('button', { name: 'Clean session' }))
  const dialog = await screen.findByRole('dialog', { name: 'Clean this session?' })
  await user.click(within(dialog).getByRole('button', { name: 'Clean session' }))
  await screen.findByText('a: session cleared successfully')
  expect(asked).toContain('DELETE /clients/a')
})

test('the tab shows the length of the subscription list, because the count of EMQX is delayed', async () => {
  await open('', broker({ 'GET /clients/a': { ...present, subscriptions_cnt: 0 } }))
  expect(await screen.findByRole('tab', { name: /^Subscriptions\s*\(?2\)?$/ })).toBeTruthy()
})

describe('subscriptions', () => {
  test('are listed with their options', async () => {
    await open('?tab=subscriptions')
    const row = await screen.findByRole('row', { name: /m\/t\/1/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .slice(1, 6)
        .map((cell) => cell.textContent),
    ).toEqual(['m/t/1', '1', 'No', 'Yes', 'Do not send'])
  })

  test('are added after their topic filters are validated', async () => {
    const { asked } = await open('?tab=subscriptions', broker({ 'POST /clients/a/subscribe/bulk': [] }))
    await user.click(await screen.findByRole('button', { name: 'Subscribe' }))
    const dialog = await screen.findByRole('dialog')
    const submit = within(dialog).getByRole('button', { name: 'Subscribe' })
    await user.click(submit)
    await within(dialog).findByText('A topic filter is required.')
    await user.type(within(dialog).getByLabelText('Topic filter'), 'a/#/b')
    await within(dialog).findByText('# must be a separate level and the last one.')
    expect(asked.some((line) => line.startsWith('POST'))).toBe(false)
    await user.clear(within(dialog).getByLabelText('Topic filter'))
    await user.type(within(dialog).getByLabelText('Topic filter'), 'a/#')
    await user.click(submit)
    await screen.findByText('Subscribed to 1 topic filter')
    expect(asked).toContain('POST /clients/a/subscribe/bulk')
  })

  test('show the error of the broker in the dialog', async () => {
    const refuse = () => Response.json({ code: 'BAD_REQUEST', message: 'too many subscriptions' }, { status: 400 })
    await open('?tab=subscriptions', broker({ 'POST /clients/a/subscribe/bulk': refuse }))
    await user.click(await screen.findByRole('button', { name: 'Subscribe' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Topic filter'), 'a')
    await user.click(within(dialog).getByRole('button', { name: 'Subscribe' }))
    await within(dialog).findByText('too many subscriptions')
  })

  test('are unsubscribed together after a confirmation with their names', async () => {
    await open('?tab=subscriptions', broker({ 'POST /clients/a/unsubscribe/bulk': done }))
    await user.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }))
    await user.click(screen.getByRole('button', { name: 'Unsubscribe' }))
    const dialog = await screen.findByRole('dialog', { name: 'Unsubscribe from 2 topic filters?' })
    expect(within(dialog).getByText('$share/g/m/x')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Unsubscribe' }))
    await screen.findByText('Unsubscribed from 2 topic filters')
  })
})

describe('the message queue', () => {
  const message = (index: number, payload: string) => ({
    msgid: `m${index}`,
    topic: `t/${index}`,
    qos: 1,
    publish_at: 1_795_247_844_608,
    from_clientid: 'pub',
    from_username: 'undefined',
    inserted_at: String(index),
    mqueue_priority: index === 0 ? 'infinity' : 0,
    payload,
  })
  const json = btoa('{"n":12345678901234567890}')
  const megabyte = 'A'.repeat(4 * Math.ceil(1024 ** 2 / 3))
  /** One message per response, like a broker that limits the size of responses. */
  const queue =
    (...payloads: readonly string[]) =>
    ({ searchParams }: URL) => {
      const from = Number(searchParams.get('position') ?? 0)
      const data = payloads.slice(from, from + 1).map((payload, index) => message(from + index, payload))
      return { data, meta: { start: '0', position: String(from + data.length) } }
    }

  test('continues after a first message that fills a response', async () => {
    await open('?tab=mqueue', broker({ 'GET /clients/a/mqueue_messages': queue(megabyte, json) }))
    await screen.findByText('First 1 message')
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await screen.findByText('2 messages')
    expect(screen.getByText('End of the list')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  test('shows publishers and messages, and opens a payload with its own URL', async () => {
    const { address } = await open('?tab=mqueue', broker({ 'GET /clients/a/mqueue_messages': queue(json) }))
    const row = await screen.findByRole('row', { name: /t\/0/ })
    expect(within(row).getByText('highest')).toBeTruthy()
    expect(within(row).queryByText('undefined')).toBeNull()
    await user.click(within(row).getByRole('button', { name: 'Show payload of m0' }))
    const drawer = await screen.findByRole('dialog', { name: 'Payload' })
    expect(within(drawer).getByText(/"n": 12345678901234567890/)).toBeTruthy()
    expect(address()).toContain('message=m0.0')
    await user.click(within(drawer).getByRole('radio', { name: 'Hex' }))
    expect(within(drawer).getByText(/00000000 7b 22 6e 22/)).toBeTruthy()
    await user.click(within(drawer).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(address()).not.toContain('message='))
  })

  test('of a durable session is not requested', async () => {
    const { asked } = await open('?tab=mqueue', broker({ 'GET /clients/a': { ...present, durable: true } }))
    await screen.findByText('Not available for durable sessions')
    expect(asked.some((line) => line.includes('mqueue_messages'))).toBe(false)
  })
})

describe('the timeline', () => {
  const at = Date.parse('2026-11-21T10:00:00Z')
  const address = { peername: '10.0.0.7:5000', listener: 'tcp:default', proto_name: 'MQTT', proto_ver: 5 }
  const timeline = {
    data: [
      { position: 1, event: 'connected', at, username: 'ann', ...address },
      { position: 2, event: 'subscribed', at: at + 1000, topic: 't/#', qos: 1 },
      {
        position: 9,
        event: 'denied',
        at: at + 2000,
        last_at: at + 5000,
        count: 12,
        action: 'publish',
        topic: 'x',
        reason: 'file',
      },
      { position: 10, event: 'disconnected', at: at + 180_000, reason: 'keepalive_timeout' },
    ],
    meta: { since: at - 1000, forgotten: 3, limit: 200 },
  }
  const entries = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

  test('lists events newest first with reasons and links', async () => {
    await open('', broker({ 'GET /mqdeck/clients/a/timeline': timeline }))
    await screen.findByText('Keep alive timeout · after 3 min')
    expect(screen.getAllByText(/^Disconnected$|^Publish denied$|^Subscribed$|^Connected$/).length).toBeGreaterThan(3)
    expect(document.body.textContent).toMatch(/decided by .* · 12 times since .*, last /)
    expect(document.body.textContent).toContain('10.0.0.7:5000 · MQTT 5.0 · tcp:default · user ann')
    expect(screen.getByText('3 older events removed. The broker keeps up to 200 events of each client.')).toBeTruthy()
  })

  test('is filtered by a kind, which is in the URL', async () => {
    const { address: url } = await open('', broker({ 'GET /mqdeck/clients/a/timeline': timeline }))
    await user.click(await screen.findByRole('radio', { name: 'Denied 1' }))
    await waitFor(() => expect(url()).toContain('kind=denied'))
    expect(entries().filter((text) => text?.includes('Publish denied'))).toHaveLength(1)
    expect(screen.queryByText('Subscribed')).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'Dropped 0' }))
    await screen.findByText('No recent events of this kind')
    await user.click(screen.getByRole('button', { name: 'Show all events' }))
    await screen.findByText('Subscribed')
  })

  test('of an unknown client shows why it was rejected', async () => {
    const refused = { position: 1, event: 'refused', at, reason: 'banned', ...address }
    await open('', { 'GET /mqdeck/clients/a/timeline': { data: [refused], meta: { ...timeline.meta, forgotten: 0 } } })
    await screen.findByText('The client does not exist')
    await screen.findByText('Connection rejected')
    expect(screen.getByText(/^Banned · 10\.0\.0\.7:5000/)).toBeTruthy()
  })

  test('is hidden if the broker does not record events; the subscriptions are shown first', async () => {
    await open()
    await screen.findByRole('row', { name: /m\/t\/1/ })
    expect(screen.queryByRole('tab', { name: 'Activity' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('shows a run of events as one entry, which lists the top topics', async () => {
    const drops = { position: 1, event: 'dropped', at, last_at: at + 60_000, count: 9812, reason: 'queue_full' }
    const topics = [
      { topic: 'hall/a', count: 9000 },
      { topic: 'hall/b', count: 812 },
    ]
    const data = [{ ...drops, topic: 'hall/b', topics }]
    await open('', broker({ 'GET /mqdeck/clients/a/timeline': { ...timeline, data } }))
    await screen.findByText('Dropped 9,812 messages')
    expect(screen.getByText('hall/a')).toBeTruthy()
    expect(screen.queryByText('9,000')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'and 1 more topic: Dropped 9,812 messages' }))
    expect(screen.getByText('9,000')).toBeTruthy()
    expect(screen.getByText('hall/b')).toBeTruthy()
  })
})

test('a client that cannot keep up has a verdict with the reasons', async () => {
  const slow = { ...present, mqueue_len: 1000, inflight_cnt: 5, inflight_max: 5 }
  await open('', broker({ 'GET /clients/a': slow }))
  await screen.findByText('Cannot keep up:')
  expect(document.body.textContent).toContain('queue full (1,000 of 1,000), 5 of 5 in flight unacknowledged.')
})

test('heap size, reductions and mailbox length are shown only if the broker has a process per client', async () => {
  await open(
    '?tab=details',
    broker({ 'GET /clients/a': { ...present, heap_size: 4185, reductions: 9021, mailbox_len: 3 } }),
  )
  await screen.findByText('4,185')
  expect(screen.getByText('9,021')).toBeTruthy()
  await open('?tab=details')
  await screen.findByText(/no process per client/)
})

test('a list of many subscriptions is not loaded, but shown in pages elsewhere', async () => {
  const { asked } = await open(
    '?tab=subscriptions',
    broker({ 'GET /clients/a': { ...present, subscriptions_cnt: 100_000 } }),
  )
  const link = await screen.findByRole('link', { name: 'Show subscriptions of this client' })
  expect(link.getAttribute('href')).toBe('/subscriptions/subscription?clientid=a')
  expect(asked).not.toContain('GET /clients/a/subscriptions')
})
