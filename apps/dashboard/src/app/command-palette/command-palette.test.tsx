// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../api/render-page.tsx'
import { defineRoutes, type FeatureRoutes } from '../../ui/index.ts'
import { CommandPalette } from './command-palette.tsx'

const routes: FeatureRoutes = defineRoutes({
  pages: [
    {
      path: '/clients',
      title: { en: 'Devices', zh: '设备' },
      load: async () => ({
        default: () => <CommandPalette features={[routes]} opened onClose={() => {}} onPublish={() => {}} />,
      }),
    },
  ],
})
const names = () => screen.getAllByRole('option').map((option) => option.textContent)
const noClients = { data: [], meta: { count: 0 } }

test('viewers get no actions that change the broker', async () => {
  const user = userEvent.setup()
  localStorage.clear()
  const page = await renderPage(routes, '/clients', { 'GET /clients_v2': noClients }, { role: 'viewer' })
  await screen.findByRole('option', { name: /Switch to dark theme/ })
  expect(names()).toEqual(['Switch to dark theme', '切换为中文', 'Logout', 'DevicesClients'])
  await user.type(screen.getByRole('combobox'), 'kick dev')
  await expect.poll(() => page.asked.some((one) => one.includes('like_clientid=kick'))).toBe(true)
  expect(screen.queryByRole('option', { name: /Kick out/ })).toBeNull()
})

test('it is a combobox with groups of options in a listbox', async () => {
  localStorage.clear()
  await renderPage(routes, '/clients', {})
  await screen.findByRole('option', { name: /Publish message/ })
  const box = screen.getByRole('combobox', { name: 'Quick search' })
  const list = screen.getByRole('listbox')
  expect(box.getAttribute('aria-controls')).toBe(list.id)
  const active = document.getElementById(box.getAttribute('aria-activedescendant') ?? '')
  expect(active?.getAttribute('aria-selected')).toBe('true')
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby'))).not.toContain(null)
  expect(screen.getByRole('group', { name: 'Actions' }).contains(active)).toBe(true)
})

test('topics are found while the search for clients fails, and only the whole text is requested', async () => {
  const user = userEvent.setup()
  localStorage.clear()
  const page = await renderPage(
    routes,
    '/clients',
    {
      'GET /clients_v2': () => Response.json({ code: 'INTERNAL_ERROR', message: 'badmatch' }, { status: 500 }),
      'GET /topics': { data: [{ topic: 'plant/hall/+', node: 'n1@h' }], meta: { count: 1, hasnext: false } },
    },
    { role: 'administrator' },
  )
  await user.type(await screen.findByRole('combobox'), 'hall')
  await screen.findByText(/^Search failed\./)
  within(screen.getByRole('group', { name: 'Topics with subscribers' })).getByRole('option', { name: /plant\/hall/ })
  const searched = page.asked.filter((one) => one.includes('like_clientid'))
  expect(searched.filter((one) => !one.includes('like_clientid=hall&'))).toEqual([])
})
