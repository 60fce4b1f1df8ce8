// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { subscriptionRoutes } from './routes.ts'

const user = userEvent.setup()

const node = 'n1@127.0.0.1'
const subscription = (clientid: string, topic: string, more: object = {}) => ({
  clientid,
  topic,
  qos: 1,
  nl: 0,
  rap: 1,
  rh: 0,
  node,
  durable: false,
  ...more,
})
const some = [subscription('a', 't/#', { nl: 1 }), subscription('b', '$share/g/t/1'), subscription('c', '$queue/x')]

/** `noContent`: the answer to unsubscribing. */
const noContent = () => new Response(null, { status: 204 })

const broker = (rows: readonly object[] = some, more: Answers = {}): Answers => ({
  'GET /nodes': [{ node, node_status: 'running', role: 'core' }],
  'GET /subscriptions': { data: rows, meta: { count: rows.length, page: 1, limit: 20, hasnext: false } },
  'GET /topics': {
    data: [
      { topic: 't/1', node },
      { topic: 't/#', node },
      { topic: '$share/g/t/2', node },
    ],
    meta: { count: 3, page: 1, limit: 20, hasnext: false },
  },
  ...more,
})

const subscriptions = (search = '', answers = broker(), role?: string) =>
  renderPage(subscriptionRoutes, `/subscriptions/subscription${search}`, answers, role === undefined ? {} : { role })
const row = (name: RegExp) => screen.findByRole('row', { name })
const asList = (asked: readonly string[]) =>
  new URL(asked.findLast((line) => line.startsWith('GET /subscriptions'))?.slice(4) ?? '', 'http://x').searchParams

describe('the list of subscriptions', () => {
  test('shows the options of each subscription, and the share group separately', async () => {
    await subscriptions()
    const shared = await row(/Select b /)
    expect(within(shared).getByText('t/1')).toBeTruthy()
    expect(within(shared).getByText('g')).toBeTruthy()
    expect(within(await row(/Select c /)).getByText('$queue')).toBeTruthy()
    const plain = await row(/Select a /)
    const cells = within(plain).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent)).toEqual([
      '',
      'a',
      't/#',
      '–',
      '1',
      'Yes',
      'Yes',
      'On subscribe',
      node,
      '',
    ])
    expect(within(plain).getByRole('link', { name: 'a' }).getAttribute('href')).toBe('/clients/detail/a')
    expect(screen.getByText('3 subscriptions')).toBeTruthy()
  })

  test('sends all filters of the URL, shows them as chips, and removes one with its chip', async () => {
    const all = `clientid=a&topic=t/%23&match_topic=x&share_group=g&node=${node}&qos=1`
    const { asked, address } = await subscriptions(`?${all}`)
    await row(/Select a /)
    expect(Object.fromEntries(asList(asked))).toEqual({
      clientid: 'a',
      topic: 't/#',
      match_topic: 'x',
      share_group: 'g',
      node,
      qos: '1',
      page: '1',
      limit: '20',
    })
    expect(screen.getByLabelText('Client ID')).toHaveProperty('value', 'a')
    await user.click(screen.getByRole('button', { name: 'Remove filter Share group g' }))
    await waitFor(() => expect(asList(asked).has('share_group')).toBe(false))
    expect(address()).not.toContain('share_group')
    expect(screen.getByText('matched by x')).toBeTruthy()
  })

  test('searches for an exact filter or all matched by it', async () => {
    const { asked } = await subscriptions()
    await row(/Select a /)
    await user.type(screen.getByLabelText('Topic filter'), 't/#{Enter}')
    await waitFor(() => expect(asList(asked).get('topic')).toBe('t/#'))
    await user.click(screen.getByRole('button', { name: 'Topic filter: match type Exact' }))
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await waitFor(() => expect(asList(asked).get('match_topic')).toBe('t/#'))
    expect(asList(asked).has('topic')).toBe(false)
  })

  test('opens the next page without a total', async () => {
    const page = ({ searchParams }: URL) => ({
      data: [subscription(`p${searchParams.get('page')}`, 't')],
      meta: { page: Number(searchParams.get('page')), limit: 20, hasnext: searchParams.get('page') === '1' },
    })
    await subscriptions('?match_topic=t', broker([], { 'GET /subscriptions': page }))
    await row(/Select p1 /)
    expect(screen.getByText('1 on this page')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await row(/Select p2 /)
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true)
  })

  test('unsubscribes one row after a confirmation, without the mountpoint of its client', async () => {
    const sent: unknown[] = []
    const { asked } = await subscriptions(
      '',
      broker([subscription('a', '$share/g/dev/t')], {
        'GET /clients/a': { clientid: 'a', connected: true, node, mountpoint: 'dev/' },
        'POST /clients/a/unsubscribe': (_: URL, body: unknown) => {
          sent.push(body)
          return noContent()
        },
      }),
    )
    await user.click(within(await row(/Select a /)).getByRole('button', { name: /^Actions for / }))
    await user.click(await screen.findByRole('menuitem', { name: 'Unsubscribe' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('$share/g/dev/t')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Unsubscribe' }))
    await screen.findByText('Unsubscribed')
    expect(sent).toEqual([{ topic: '$share/g/t' }])
    expect(asked.filter((line) => line.startsWith('GET /subscriptions'))).toHaveLength(2)
  })

  test('unsubscribes selected rows as a job, and shows the number of failures and the reason', async () => {
    const client = (id: string) => ({ [`GET /clients/${id}`]: { clientid: id, connected: true, node } })
    await subscriptions(
      '',
      broker(some, {
        ...client('a'),
        ...client('b'),
        'POST /clients/a/unsubscribe': noContent,
        'POST /clients/b/unsubscribe': () =>
          Response.json({ code: 'CLIENTID_NOT_FOUND', message: 'gone' }, { status: 404 }),
      }),
    )
    await user.click(await screen.findByRole('checkbox', { name: 'Select a t/#' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select b $share/g/t/1' }))
    await user.click(screen.getByRole('button', { name: 'Unsubscribe' }))
    const dialog = await screen.findByRole('dialog', { name: 'Remove 2 subscriptions?' })
    await user.click(within(dialog).getByRole('button', { name: 'Unsubscribe' }))
    await screen.findByText('Could not remove 1 of 2 subscriptions')
    expect(screen.getByText('The client does not exist.')).toBeTruthy()
    expect(screen.queryByText('2 selected')).toBeNull()
  })

  test('has no actions for viewers', async () => {
    await subscriptions('', broker(), 'viewer')
    const plain = await row(/^a t\/#/)
    expect(screen.queryByRole('checkbox')).toBeNull()
    await user.click(within(plain).getByRole('button', { name: /^Actions for / }))
    expect(await screen.findByRole('menuitem', { name: 'Unsubscribe' })).toHaveProperty('disabled', true)
  })

  test('has empty states for no matches and for no subscriptions', async () => {
    const { address } = await subscriptions('?clientid=nobody', broker([]))
    await screen.findByText('No matching subscriptions')
    await user.click(screen.getByRole('button', { name: 'Reset filters' }))
    await screen.findByText('No subscriptions')
    expect(address()).toBe('/subscriptions/subscription')
  })
})

describe('the list of topics', () => {
  const topics = (search = '', answers = broker(), role?: string) =>
    renderPage(subscriptionRoutes, `/subscriptions/topics${search}`, answers, role === undefined ? {} : { role })
  const menuOf = async (name: RegExp) => {
    await user.click(within(await row(name)).getByRole('button', { name: /^Actions for / }))
    return screen.findByRole('menuitem', { name: 'Monitor topic' })
  }

  test('explains that these are routes, and links to the subscriptions of each', async () => {
    const { address } = await topics()
    await screen.findByText(/nodes with a route for each/)
    const shared = await row(/t\/2/)
    await user.click(within(shared).getByRole('link', { name: 't/2' }))
    await waitFor(() => expect(address()).toBe('/subscriptions/subscription?topic=t%2F2&share_group=g'))
  })

  test('offers topic metrics only for topics without wildcards', async () => {
    await topics()
    expect(await menuOf(/t\/#/)).toHaveProperty('disabled', true)
    await user.keyboard('{Escape}')
    expect(await menuOf(/t\/1/)).toHaveProperty('disabled', false)
  })

  test('an exact topic is searched by the broker', async () => {
    const { asked } = await topics()
    await user.click(await screen.findByRole('button', { name: /Contains/ }))
    await user.type(await screen.findByLabelText('Topic filter'), 't/#{Enter}')
    await waitFor(() => expect(asked.at(-1)).toBe('GET /topics?topic=t%2F%23&page=1&limit=1000'))
  })

  const named = (names: readonly string[]) => names.map((topic) => ({ topic, node: 'n@h' }))
  const shownTopics = () =>
    screen.getAllByRole('link').flatMap(({ textContent }) => (textContent ?? '').match(/^x.*/) ?? [])

  test('topics of several pages are sorted, and found by part of their name', async () => {
    const portions = [named(['x/c', 'x/a/1']), named(['x/b', 'x/a'])]
    const { asked, address } = await topics('', {
      ...broker(),
      'GET /topics': ({ searchParams }: URL) => {
        const page = Number(searchParams.get('page'))
        return { data: portions[page - 1], meta: { count: 4, page, limit: 1000, hasnext: page < 2 } }
      },
    })
    await screen.findByText('4 topics')
    expect(shownTopics()).toEqual(['x/a', 'x/a/1', 'x/b', 'x/c'])
    const before = asked.length
    await user.type(screen.getByLabelText('Topic filter'), '/a{Enter}')
    await screen.findByText('2 topics')
    expect(shownTopics()).toEqual(['x/a', 'x/a/1'])
    expect(address()).toContain('contains=%2Fa')
    // Topics that were already read are searched.
    expect(asked.slice(before)).toEqual([])
  })

  test('with more topics than the maximum, the page shows how many were read', async () => {
    const { asked } = await topics('', {
      ...broker(),
      'GET /topics': ({ searchParams }: URL) => {
        const page = Number(searchParams.get('page'))
        const data = named(Array.from({ length: 1000 }, (_, index) => `x/${page}/${index}`))
        return { data, meta: { count: 50_000, page, limit: 1000, hasnext: true } }
      },
    })
    await screen.findByText(/Only the first 10,000 of 50,000 topic filters/)
    expect(asked.filter((one) => one.startsWith('GET /topics'))).toHaveLength(10)
  })
})
