// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { locale } from '../../i18n/index.ts'
import { sourceRoutes } from './routes.ts'
import { brokerWith } from './test-broker.ts'

const user = userEvent.setup()

const open = (address: string, broker: Answers) => renderPage(sourceRoutes, address, broker, { role: 'administrator' })

test('a source shows how rules select from it, what it has received, and leads to a rule', async () => {
  const { address } = await open('/rule/source/mqtt:s_mqtt', await brokerWith())
  await screen.findByText(/"\$bridges\/mqtt:s_mqtt"/)
  expect(screen.getAllByText('321').length).toBeGreaterThan(0)
  await user.click(screen.getByRole('button', { name: 'New rule' }))
  await waitFor(() => expect(address()).toContain('source=mqtt'))
})

test('a source that rules select from is not deleted, and the rules are named', async () => {
  const { asked, address } = await open('/rule/source', await brokerWith())
  const row = (await screen.findByText('s_mqtt')).closest('tr')
  if (!row) throw new Error('no row')
  await user.click(within(row).getByRole('button', { name: /^Actions for / }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = within(await screen.findByRole('dialog'))
  question.getByText('r2')
  await user.click(question.getByRole('button', { name: 'Show where it is used' }))
  await waitFor(() => expect(address()).toBe('/rule/source/mqtt%3As_mqtt?tab=users'))
  expect(asked.some((one) => one.startsWith('DELETE'))).toBe(false)
})

test('only types that bring messages in are offered, and Chinese readers read Chinese', async () => {
  locale.set('zh')
  await open('/rule/source/create', await brokerWith())
  await screen.findByRole('heading', { name: '创建 Source' })
  await screen.findByRole('button', { name: /^MQTT/ })
  expect(screen.queryByRole('button', { name: /^HTTP/ })).toBeNull()
})
