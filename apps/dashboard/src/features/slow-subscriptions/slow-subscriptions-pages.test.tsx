// @vitest-environment jsdom
import { defaultsOf, slowSubscriptionSettings } from '@mqdeck/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { slowSubscriptionRoutes } from './routes.ts'

const user = userEvent.setup()

const entry = (clientid: string, timespan: number) => ({
  clientid,
  topic: 't/1',
  timespan,
  last_update_time: Date.now(),
  node: 'n1@127.0.0.1',
})

function createBroker(changes: object = {}, list: readonly object[] = [entry('b', 600), entry('a', 2400)]) {
  let settings: object = { ...defaultsOf(slowSubscriptionSettings), enable: true, ...changes }
  let rows = list
  const sent: unknown[] = []
  const answers: Answers = {
    'GET /slow_subscriptions': () => ({ data: rows }),
    'DELETE /slow_subscriptions': () => {
      rows = []
      return new Response(null, { status: 204 })
    },
    'GET /slow_subscriptions/settings': () => settings,
    'PUT /slow_subscriptions/settings': (_: URL, body: object) => {
      sent.push(body)
      settings = body
      return body
    },
  }
  return { answers, sent }
}

const open = (path = '/slow-sub', { answers } = createBroker(), role?: string) =>
  renderPage(slowSubscriptionRoutes, path, answers, role === undefined ? {} : { role })

describe('the top list', () => {
  test('lists the slowest deliveries first and describes what is recorded', async () => {
    const { asked } = await open()
    await screen.findByText('2 slow subscriptions')
    const [first, second] = screen.getAllByRole('row').slice(1)
    expect(first?.textContent).toContain('1at/12.4 s')
    expect(second?.textContent).toContain('2bt/1600 ms')
    expect(screen.getByRole('link', { name: 'a' }).getAttribute('href')).toBe('/clients/detail/a')
    await screen.findByText(/^The 10 slowest deliveries that take longer than 500 ms/)
    expect(asked).toContain('GET /slow_subscriptions?page=1&limit=1000')
  })

  test('is cleared after confirmation', async () => {
    await open()
    await screen.findByText('2 slow subscriptions')
    await user.click(screen.getByRole('button', { name: 'Clear list' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Clear list' }))
    await screen.findByText('List cleared')
    await screen.findByText('No slow subscriptions')
  })

  test('can be enabled without changing the other settings', async () => {
    const broker = createBroker({ enable: false, threshold: '1s' }, [])
    await open('/slow-sub', broker)
    await screen.findByText('Slow subscription statistics are disabled')
    await user.click(screen.getByRole('switch', { name: 'Enable slow subscription statistics' }))
    await waitFor(() => expect(screen.queryByText('Slow subscription statistics are disabled')).toBeNull())
    expect(broker.sent).toEqual([{ ...defaultsOf(slowSubscriptionSettings), enable: true, threshold: '1s' }])
  })

  test('is read-only for a viewer', async () => {
    await open('/slow-sub', createBroker({ enable: false }), 'viewer')
    expect(await screen.findByRole('switch')).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: 'Clear list' })).toHaveProperty('disabled', true)
  })
})

describe('the settings', () => {
  const save = async () => {
    await user.click(screen.getByRole('button', { name: 'Save' }))
  }

  test('reject a threshold below 100 ms', async () => {
    const broker = createBroker()
    await open('/slow-sub/config', broker)
    const threshold = await screen.findByLabelText('Threshold')
    await user.clear(threshold)
    await user.type(threshold, '99')
    await save()
    await screen.findByText(/^Enter at least 100 ms/)
    expect(broker.sent).toEqual([])
  })

  test('are saved completely', async () => {
    const broker = createBroker()
    await open('/slow-sub/config', broker)
    const entries = await screen.findByLabelText('Max records')
    await user.clear(entries)
    await user.type(entries, '1000')
    await save()
    await waitFor(() => expect(broker.sent).toHaveLength(1))
    expect(broker.sent[0]).toEqual({ ...defaultsOf(slowSubscriptionSettings), enable: true, top_k_num: 1000 })
  })
})
