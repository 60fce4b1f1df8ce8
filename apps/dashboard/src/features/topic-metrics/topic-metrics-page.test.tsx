// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { topicMetricsRoutes } from './routes.ts'
import { metricsOf } from './test-metrics.ts'

const user = userEvent.setup()

const path = '/mqtt/topic_metrics'
const twoTopics = [metricsOf('b/1', { in: 7, out: 14, dropped: 1 }), metricsOf('a/1', { in: 3 })]

/** A broker with these topics that records the requests. */
function createBroker(initialRows = twoTopics) {
  let rows = initialRows
  const sent: unknown[] = []
  const answers: Answers = {
    [`GET ${path}`]: () => rows,
    [`POST ${path}`]: (_: URL, body: { readonly topic: string }) => {
      sent.push(body)
      rows = [...rows, metricsOf(body.topic)]
      return rows.at(-1)
    },
    [`PUT ${path}`]: (_: URL, body: unknown) => {
      sent.push(body)
      return rows
    },
    [`DELETE ${path}/b/1`]: () => {
      rows = rows.filter(({ topic }) => topic !== 'b/1')
      return new Response(null, { status: 204 })
    },
  }
  return { answers, sent }
}

const open = (search = '', { answers } = createBroker(), role?: string) =>
  renderPage(topicMetricsRoutes, `/topic-metrics${search}`, answers, role === undefined ? {} : { role })
const topics = () => screen.getAllByRole('link').map(({ textContent }) => textContent)
const button = (name: string) => screen.getByRole('button', { name })

test('the list shows message counts and is sorted by its headers', async () => {
  const { address } = await open()
  const row = await screen.findByRole('row', { name: /Select b\/1/ })
  expect(row.textContent).toContain('7')
  expect(row.textContent).toContain('14')
  expect(screen.getByText('2 of 512 topics')).toBeTruthy()
  expect(topics()).toEqual(['a/1', 'b/1'])
  await user.click(button('In'))
  await waitFor(() => expect(topics()).toEqual(['b/1', 'a/1']))
  expect(address()).toBe('/topic-metrics?sort=in&order=desc')
  // The open hint of the header is part of its name.
  expect(screen.getByRole('columnheader', { name: /In$/ }).getAttribute('aria-sort')).toBe('descending')
})

test('the details show the counters of each QoS', async () => {
  const { address } = await open()
  await user.click(await screen.findByRole('link', { name: 'b/1' }))
  const table = await screen.findByRole('table', { name: 'Messages by QoS' })
  const cells = (name: RegExp) =>
    within(within(table).getByRole('row', { name }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  expect(cells(/^0 /)).toEqual(['0', '7', '0', '0', '0', '–', '–'])
  expect(cells(/^1 /)).toEqual(['1', '0', '0', '14', '0', '–', '–'])
  expect(cells(/^All /)).toEqual(['All', '7', '0', '14', '0', '1', '0'])
  expect(address()).toContain('topic=b%2F1')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(address()).not.toContain('topic='))
})

test.each([
  ['t/+', 'Wildcards are not yet supported by Topic Metrics'],
  ['$share/g/t', /Shared subscriptions are not topics/],
  ['a/1', 'This topic is already in the list'],
])('topic %s is rejected before it is sent', async (topic, message) => {
  const broker = createBroker()
  await open('', broker)
  await screen.findByText('2 of 512 topics')
  await user.click(button('Add topic'))
  const dialog = await screen.findByRole('dialog', { name: 'Add topic' })
  await user.type(within(dialog).getByLabelText(/^Topic/), `${topic}{Enter}`)
  await within(dialog).findByText(message)
  expect(broker.sent).toEqual([])
})

test('the dialog opens with the topic of the URL and adds it', async () => {
  const broker = createBroker()
  const { address } = await open('?add=c/1', broker)
  const dialog = await screen.findByRole('dialog', { name: 'Add topic' })
  expect(within(dialog).getByLabelText(/^Topic/)).toHaveProperty('value', 'c/1')
  await user.click(within(dialog).getByRole('button', { name: 'Add topic' }))
  await screen.findByText('3 of 512 topics')
  expect(broker.sent).toEqual([{ topic: 'c/1' }])
  expect(address()).toBe('/topic-metrics')
})

test('the details open if the topic of the URL was added before', async () => {
  await open('?add=b/1')
  await screen.findByRole('dialog', { name: 'Topic metrics' })
})

test('an error of the broker is shown at the field', async () => {
  const { answers } = createBroker()
  const message = 'Max topic metrics count is 512'
  const refuse = () => Response.json({ code: 'EXCEED_LIMIT', message }, { status: 409 })
  await open('?add=c/1', { answers: { ...answers, [`POST ${path}`]: refuse }, sent: [] })
  const dialog = await screen.findByRole('dialog', { name: 'Add topic' })
  await user.click(within(dialog).getByRole('button', { name: 'Add topic' }))
  await within(dialog).findByText('The limit of 512 topics is reached. Delete a topic first.')
})

test('no topic can be added at the limit', async () => {
  await open('', createBroker(Array.from({ length: 512 }, (_, number) => metricsOf(`t/${number}`))))
  await screen.findByText(/512 of 512 topics · Limit reached/)
  expect(button('Add topic')).toHaveProperty('disabled', true)
})

test('topics are reset and deleted after confirmation', async () => {
  const broker = createBroker()
  await open('', broker)
  const row = await screen.findByRole('row', { name: /Select b\/1/ })
  const choose = async (name: string) => {
    await user.click(within(row).getByRole('button', { name: /^Actions for / }))
    await user.click(await screen.findByRole('menuitem', { name }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name }))
  }
  await choose('Reset counters')
  await screen.findByText('Counters reset')
  await user.click(button('Reset all'))
  const dialog = await screen.findByRole('dialog', { name: 'Reset the counters of 2 topics?' })
  await user.click(within(dialog).getByRole('button', { name: 'Reset all' }))
  await screen.findByText('Counters of 2 topics reset')
  expect(broker.sent).toEqual([{ action: 'reset', topic: 'b/1' }, { action: 'reset' }])
  await choose('Delete')
  await screen.findByText('1 of 512 topics')
})

test('the page is read-only for a viewer', async () => {
  await open('?add=c/1', createBroker(), 'viewer')
  await screen.findByText('2 of 512 topics')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(button('Add topic')).toHaveProperty('disabled', true)
  expect(button('Reset all')).toHaveProperty('disabled', true)
})
