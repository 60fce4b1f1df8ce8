// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { PublishDrawer } from './publish-drawer.tsx'
import { publishRoutes } from './routes.ts'

const user = userEvent.setup()

function OpenDrawer() {
  const [isOpen, setOpen] = useState(true)
  return <PublishDrawer opened={isOpen} onClose={() => setOpen(false)} />
}

// The page of the publish form, with the drawer instead.
const [page] = publishRoutes.pages
const open = async (answers: Answers = {}) => {
  if (!page) throw new Error('no page')
  await renderPage({ pages: [{ ...page, load: async () => ({ default: OpenDrawer }) }] }, '/publish', answers)
  return screen.findByRole('textbox', { name: 'Topic' })
}
const published: Answers = {
  'POST /publish': { id: '0005F' },
  'GET /topics': { data: [], meta: { page: 1, limit: 1000, hasnext: false, count: 0 } },
}

const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' })
const ways: readonly (readonly [string, () => Promise<void>])[] = [
  ['Escape', () => user.keyboard('{Escape}')],
  ['a click outside', async () => user.click(document.querySelector('[class*=backdrop]') ?? expect.fail('no overlay'))],
]

beforeEach(() => sessionStorage.clear())

test.each(ways)('%s closes the unchanged drawer without asking', async (_, leave) => {
  await open()
  await leave()
  await isClosed()
})

test.each(ways)('%s asks before unpublished changes are lost', async (_, leave) => {
  const topic = await open()
  await user.type(topic, 'a/b')
  await leave()
  await user.click(within(await question()).getByRole('button', { name: 'Stay' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Topic' }).value).toBe('a/b')
  await leave()
  await user.click(within(await question()).getByRole('button', { name: 'Leave' }))
  await isClosed()
})

test('a change without typing asks, too', async () => {
  await open()
  await user.click(screen.getByRole('radio', { name: '2' }))
  await user.keyboard('{Escape}')
  await question()
})

test('after publishing, only later changes ask', async () => {
  const topic = await open(published)
  await user.type(topic, 'a/b')
  await user.click(screen.getByRole('button', { name: 'Publish' }))
  await screen.findByText('At least one subscription matches.')
  await user.type(topic, '/c')
  await user.keyboard('{Escape}')
  await user.click(within(await question()).getByRole('button', { name: 'Stay' }))
  await user.type(topic, '{Backspace}{Backspace}')
  await user.keyboard('{Escape}')
  await isClosed()
})

test('a rejected message asks', async () => {
  const rejected = Response.json({ reason_code: 135, message: 'not_authorized' }, { status: 400 })
  const topic = await open({ 'POST /publish': rejected })
  await user.type(topic, 'a/b')
  await user.click(screen.getByRole('button', { name: 'Publish' }))
  await screen.findByRole('alert')
  await user.keyboard('{Escape}')
  await question()
})
