// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { defineRoutes } from '../../ui/index.ts'
import { renderPage } from '../render-page.tsx'
import { EditionHint, useEditionHints } from './hint.tsx'

function Page() {
  const [isOn, setOn] = useEditionHints()
  return (
    <>
      <EditionHint feature="roles" />
      <button type="button" onClick={() => setOn(!isOn)}>
        {isOn ? 'off' : 'on'}
      </button>
    </>
  )
}
const routes = defineRoutes({
  pages: [{ path: '/page', title: { en: 'Page', zh: '页' }, load: async () => ({ default: Page }) }],
})
const note = () => screen.queryByText(/require EMQX Enterprise/)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

afterEach(cleanup)

test.each([
  ['the enterprise edition', { edition: 'ee', role: 'administrator' }],
  ['MQDeck’s own broker, which answers by the name of the other edition', { edition: 'ce', role: 'administrator' }],
  ['a broker that says nothing of the kind', {}],
])('no hint is shown for %s', async (_, session) => {
  await renderPage(routes, '/page', {}, session)
  expect(note()).toBeNull()
})

test('with the open-source edition a hint names the feature, can be dismissed and restored', async () => {
  await renderPage(routes, '/page', {}, { edition: 'ce' })
  expect(note()?.textContent).toContain('Roles')
  await press('Do not show again')
  expect(note()).toBeNull()
  await press('off')
  await press('on')
  expect(note()).not.toBeNull()
  await press('off')
  expect(note()).toBeNull()
})
