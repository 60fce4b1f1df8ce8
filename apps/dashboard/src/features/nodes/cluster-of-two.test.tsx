// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { renderPage } from '../../api/render-page.tsx'
import { manyNodes, recordedCluster } from '../../api/test-cluster.ts'
import { nodeRoutes } from './routes.ts'

const user = userEvent.setup()

const second = '/dashboard/nodes/emqx2%40127.0.0.1'

const text = () => document.body.textContent ?? ''
const hasNoGap = () => expect(text()).not.toMatch(/NaN|undefined|\[object/)

async function rowOf(name: string | RegExp): Promise<HTMLElement> {
  return screen.findByRole('row', { name })
}

describe('with both nodes running', () => {
  test('a node shows its own connections, and marks values of the whole cluster', async () => {
    await renderPage(nodeRoutes, second, await recordedCluster())
    const statistics = within(await screen.findByRole('table', { name: 'Statistics' }))
    expect((await statistics.findByRole('row', { name: /^Subscriptions/ })).textContent).toBe('Subscriptions 99')
    await waitFor(() => expect(text()).toContain('Topics whole cluster1212'))
    expect(text()).toContain('Retained messages whole cluster33')
    hasNoGap()
  })

  test('a node shows its listeners with the connections of this node', async () => {
    await renderPage(nodeRoutes, second, await recordedCluster())
    expect((await rowOf(/tcp:default/)).textContent).toBe('tcp:default127.0.0.1:1883Running4 / no limit')
  })

  test('the address of a listener is marked as the configured one', async () => {
    await renderPage(nodeRoutes, second, await recordedCluster())
    expect(await screen.findByRole('columnheader', { name: /^Configured address/ })).toBeTruthy()
  })

  test('a node that the dashboard’s server cannot reach is not shown as running, and totals are marked', async () => {
    const answers = await recordedCluster()
    const since = Date.parse('2026-11-22T10:00:00Z')
    const respond = answers['GET /nodes'] as (asked: URL) => Response // recordings are functions
    await renderPage(nodeRoutes, '/dashboard/nodes', {
      ...answers,
      'GET /nodes': async (asked: URL) => {
        const answer = respond(asked)
        answer.headers.set('mqdeck-silent-nodes', `emqx2@127.0.0.1 ${since}`)
        return answer
      },
    })
    const row = await rowOf(/emqx2@127/)
    await waitFor(() => expect(row.textContent).toContain('Not responding'))
    expect((await rowOf(/emqx@127/)).textContent).toContain('Running')
    expect(
      await screen.findByText(/^emqx2@127.0.0.1 has not responded since .*Cluster totals may not include it/),
    ).toBeTruthy()
  })

  test('a button opens the next node and keeps the range', async () => {
    const page = await renderPage(nodeRoutes, `${second}?range=6h`, await recordedCluster())
    await user.click(await screen.findByRole('button', { name: 'Next node' }))
    await waitFor(() => expect(decodeURIComponent(page.address())).toBe('/dashboard/nodes/emqx@127.0.0.1?range=6h'))
  })

  test('comparing histories sends one request per selected node', async () => {
    const page = await renderPage(nodeRoutes, second, await recordedCluster())
    await user.click(await screen.findByRole('button', { name: 'Compare nodes' }))
    const legend = within(await screen.findByRole('group', { name: 'Compared nodes' }))
    expect(legend.getByRole('button', { name: 'emqx2@127.0.0.1' }).getAttribute('aria-pressed')).toBe('true')
    await screen.findByRole('region', { name: 'Received per second' })
    const asked = page.asked.filter((one) => one.startsWith('GET /monitor/nodes/emqx@127.0.0.1'))
    expect(asked).toEqual(['GET /monitor/nodes/emqx@127.0.0.1?latest=3600'])
    expect(page.address()).toContain('nodes=')
    await user.click(legend.getByRole('button', { name: 'emqx@127.0.0.1' }))
    await waitFor(() => expect(page.address()).not.toContain('emqx%40'))
  })
})

describe('with one node stopped', () => {
  test('the list shows it without statistics', async () => {
    await renderPage(nodeRoutes, '/dashboard/nodes', await recordedCluster({ stopped: true }))
    expect((await rowOf(/emqx2@127/)).textContent).toBe('emqx2@127.0.0.1StoppedCore––––––')
    expect(text()).toContain('2 nodes · 1 stopped')
    hasNoGap()
  })

  test('its page shows an explanation and links to the cluster page', async () => {
    const page = await renderPage(nodeRoutes, second, await recordedCluster({ stopped: true }))
    await screen.findByText('This node is not running')
    expect(screen.getByRole('link', { name: 'Cluster' }).getAttribute('href')).toBe('/cluster')
    expect(screen.queryByRole('alert')).toBeNull()
    // Before the cluster reports it as stopped.
    expect(page.asked.filter((one) => one.includes('/stats')).length).toBeLessThan(2)
    hasNoGap()
  })

  test('a comparison continues without it and names the node without data', async () => {
    const answers = await recordedCluster({ stopped: true })
    await renderPage(nodeRoutes, '/dashboard/nodes/emqx%40127.0.0.1?nodes=emqx%40127.0.0.1&nodes=emqx2%40127.0.0.1', {
      ...answers,
      'GET /nodes/emqx@127.0.0.1': { node: 'emqx@127.0.0.1', node_status: 'running', role: 'core' },
      'GET /nodes/emqx@127.0.0.1/stats': {},
      'GET /monitor/nodes/emqx@127.0.0.1': [{ time_stamp: Date.now() - 20_000, received: 100, connections: 2 }],
    })
    await screen.findByText('emqx2@127.0.0.1: no data in this range.')
    await screen.findByRole('region', { name: 'Connections, including offline sessions' })
    hasNoGap()
  })
})

describe('with 25 nodes', () => {
  test('a node is found by its name', async () => {
    const page = await renderPage(nodeRoutes, '/dashboard/nodes', { 'GET /nodes': manyNodes(25, [7]) })
    await screen.findByText('25 nodes · 1 stopped')
    await user.type(screen.getByRole('textbox', { name: 'Find node' }), '10.0.0.25')
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
    expect(page.address()).toContain('q=10.0.0.25')
  })

  test('a comparison starts with a few nodes, and others are added by name', async () => {
    const first = { node: 'emqx1@10.0.0.1', node_status: 'running', role: 'core' }
    const history = Object.fromEntries(
      Array.from({ length: 25 }, (_, index) => [`GET /monitor/nodes/emqx${index + 1}@10.0.0.${index + 1}`, []]),
    )
    const broker = {
      ...history,
      'GET /nodes': manyNodes(25),
      'GET /nodes/emqx1@10.0.0.1': first,
      'GET /nodes/emqx1@10.0.0.1/stats': {},
      'GET /listeners': [],
    }
    const page = await renderPage(nodeRoutes, '/dashboard/nodes/emqx1%4010.0.0.1', broker)
    await user.click(await screen.findByRole('button', { name: 'Compare nodes' }))
    const legend = within(await screen.findByRole('group', { name: 'Compared nodes' }))
    expect(legend.getAllByRole('button')).toHaveLength(4)
    await user.selectOptions(legend.getByRole('combobox', { name: 'Add node' }), 'emqx25@10.0.0.25')
    await waitFor(() => expect(page.address()).toContain('10.0.0.25'))
  })
})
