// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { renderPage } from '../../api/render-page.tsx'
import { publishRoutes } from './routes.ts'
import { sentMessages } from './sent-messages.ts'

// Test files share modules, and so the messages that another one has sent.
beforeEach(() => sentMessages.set([]))

const topics = { data: [], meta: { page: 1, limit: 1000, hasnext: false, count: 0 } }
const send = async (topic: string) => {
  const user = userEvent.setup()
  await user.type(await screen.findByRole('textbox', { name: 'Topic' }), topic)
  await user.click(screen.getByRole('button', { name: 'Publish' }))
}

test('a message rejected by the broker is shown with its reason code', async () => {
  await renderPage(publishRoutes, '/publish', {
    'POST /publish': Response.json({ reason_code: 151, message: 'packet_too_large' }, { status: 400 }),
  })
  await send('big')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('exceeds the maximum size')
  expect(alert.textContent).toContain('Reason code 151, packet_too_large')
  expect(screen.queryByText('Recent messages', { exact: false })).toBeNull()
})

test('the request has the values of the form without empty fields', async () => {
  let sent: unknown
  await renderPage(publishRoutes, '/publish', {
    'POST /publish': (_: URL, body: unknown) => {
      sent = body
      return { id: '0005F' }
    },
    'GET /topics': topics,
  })
  await send('a/b')
  await screen.findByText('At least one subscription matches.')
  expect(sent).toEqual({ topic: 'a/b', payload: '', payload_encoding: 'plain', qos: 0, retain: false })
})

test('viewers have no form', async () => {
  await renderPage(publishRoutes, '/publish', {}, { role: 'viewer' })
  await screen.findByText('Viewers cannot publish messages')
  expect(screen.queryByRole('textbox')).toBeNull()
})
