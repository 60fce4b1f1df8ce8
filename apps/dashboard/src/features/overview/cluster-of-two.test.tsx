// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../api/render-page.tsx'
import { recordedCluster } from '../../api/test-cluster.ts'
import { overviewRoutes } from './routes.ts'

const figure = async (label: string) => {
  const place = await screen.findByText(label, { selector: 'div, div > span' })
  const whole = place.tagName === 'DIV' ? place.parentElement : place.closest('div')?.parentElement
  return whole?.textContent
}

test('totals of the cluster: values that every node reports are not added up, values per node are', async () => {
  await renderPage(overviewRoutes, '/dashboard/overview', await recordedCluster())
  await screen.findByText('2 nodes running')
  // Both nodes report the same 12 topics, 3 retained messages and 1 shared subscription.
  expect(await figure('Topics')).toBe('Topics12')
  expect(await figure('Retained messages')).toBe('Retained messages3')
  // 3 and 4 live clients, 4 and 9 subscriptions.
  expect(await figure('Live connections')).toMatch(/^Live connections7 /)
  expect(await figure('Subscriptions')).toBe('Subscriptions131 shared')
  expect(document.body.textContent).not.toMatch(/NaN|undefined/)
})

test('with a stopped node the overview continues and shows that one is missing', async () => {
  await renderPage(overviewRoutes, '/dashboard/overview', await recordedCluster({ stopped: true }))
  await screen.findByText('1 of 2 nodes not running')
  const graph = within(screen.getByRole('list', { name: 'Cluster nodes' }))
  expect(graph.getByRole('link', { name: /emqx2@127/ }).textContent).toContain('Stopped')
  expect(await figure('Topics')).toBe('Topics1')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.body.textContent).not.toMatch(/NaN|undefined/)
})
