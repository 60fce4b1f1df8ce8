// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Cluster } from '../lib/browser/base-path.ts'
import { UiProvider } from '../ui/index.ts'
import { ClusterSwitcher } from './cluster-switcher.tsx'

const user = userEvent.setup()
const test1: Cluster = { name: 'test', production: false, color: 'blue', href: '/mq/@test/' }
const live: Cluster = { name: 'live', production: true, color: 'red', href: '/mq/@live/' }

function show(clusters: readonly Cluster[], current: Cluster | undefined): readonly string[] {
  const opened: string[] = []
  render(
    <UiProvider env="test">
      <ClusterSwitcher clusters={clusters} current={current} open={(href) => opened.push(href)} />
    </UiProvider>,
  )
  return opened
}

test('shows the current cluster, with links to the others', async () => {
  const opened = show([test1, live], live)
  await user.click(screen.getByRole('button', { name: 'Cluster live Production' }))
  expect((await screen.findByRole('menuitem', { name: /^live/ })).getAttribute('data-disabled')).toBe('true')
  await user.click(screen.getByRole('menuitem', { name: /^test/ }))
  expect(opened).toEqual(['/mq/@test/'])
})

test('is hidden with a single cluster', () => {
  show([], undefined)
  expect(screen.queryByRole('button')).toBeNull()
})
