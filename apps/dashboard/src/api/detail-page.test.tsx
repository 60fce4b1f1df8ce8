// @vitest-environment jsdom

import { listApiKeys } from '@mqdeck/contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { defineRoutes, usePathParam } from '../ui/index.ts'
import { DetailPage } from './detail-page.tsx'
import { defineQuery, useData } from './query.ts'
import { renderPage } from './render-page.tsx'

const user = userEvent.setup()

const query = defineQuery<{ readonly name: string }, string>({
  name: 'detail-page-test',
  load: async (call, { name }, signal) => {
    const keys = await call(listApiKeys, { signal })
    return keys.find((key) => key.name === name)?.desc ?? ''
  },
})

function Page() {
  const name = usePathParam('name')
  return (
    <DetailPage
      query={useData(query, { name })}
      name={name}
      description={(note) => note}
      missing={{ title: 'Not found', hint: 'No such key', action: 'All keys' }}
      tabs={() => [
        { value: 'overview', label: 'Overview', content: (note) => `note: ${note}` },
        { value: 'settings', label: 'Settings', keepsInput: true, content: () => <input aria-label="Text" /> },
      ]}
    />
  )
}

const routes = defineRoutes({
  pages: [{ path: '/keys/$name', title: { en: 'Key', zh: 'Key' }, load: async () => ({ default: Page }) }],
})
const key = {
  name: 'a',
  api_key: 'id',
  desc: 'for backups',
  enable: true,
  expired: false,
  expired_at: 'infinity',
  created_at: '2026-11-21T07:57:34+00:00',
}

test('the open tab is in the URL, and typed text stays while another tab is open', async () => {
  const { address } = await renderPage(routes, '/keys/a', { 'GET /api_key': [key] })
  await screen.findByText('note: for backups')
  await user.click(screen.getByRole('tab', { name: 'Settings' }))
  await user.type(await screen.findByLabelText('Text'), 'x')
  expect(address()).toBe('/keys/a?tab=settings')
  await user.click(screen.getByRole('tab', { name: 'Overview' }))
  await screen.findByText('note: for backups')
  expect(address()).toBe('/keys/a')
  await user.click(screen.getByRole('tab', { name: 'Settings' }))
  expect(await screen.findByLabelText('Text')).toHaveProperty('value', 'x')
})

test('a resource that does not exist has a link to the list', async () => {
  await renderPage(routes, '/keys/a', {})
  await screen.findByText('Not found')
  expect(screen.getByText('All keys')).toBeTruthy()
})
