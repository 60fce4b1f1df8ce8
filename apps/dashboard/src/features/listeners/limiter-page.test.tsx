// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, renderPage } from '../../api/render-page.tsx'
import { listenerRoutes } from './routes.ts'

const tcp = {
  id: 'tcp:default',
  type: 'tcp',
  bind: '0.0.0.0:1883',
  zone: 'default',
  max_conn_rate: '10/s',
  running: true,
  current_connections: 3,
}
const ws = { ...tcp, id: 'ws:default', type: 'ws', max_conn_rate: 'infinity', bytes_rate: '10MB/s' }

const summary = ({ id, type, bind }: typeof tcp) => ({ id, type, name: 'default', enable: true, bind })

const answers = (sent: unknown[]): Answers => ({
  'GET /listeners': [summary(tcp), summary(ws)],
  'GET /listeners/tcp:default': tcp,
  'GET /listeners/ws:default': ws,
  'PUT /listeners/tcp:default': (_: URL, body: object) => {
    sent.push(body)
    return { ...tcp, ...body }
  },
  'PUT /listeners/ws:default': () => Response.json({ code: 'BAD_REQUEST', message: 'no' }, { status: 400 }),
})

const rate = (name: string, id: string) => screen.findByRole<HTMLInputElement>('textbox', { name: `${name}, ${id}` })

test('all rates are listed, and a rate that EMQX omits is empty and shows “No limit”', async () => {
  await renderPage(listenerRoutes, '/limiter', answers([]))
  expect((await rate('Max connection rate', 'tcp:default')).value).toBe('10/s')
  const omitted = await rate('Message rate per client', 'tcp:default')
  expect([omitted.value, omitted.placeholder]).toEqual(['', 'No limit'])
  expect((await rate('Max connection rate', 'ws:default')).value).toBe('')
  expect((await rate('Byte rate per client', 'ws:default')).value).toBe('10MB/s')
})

test('a malformed rate shows an error at its field, which saving focuses, and nothing is sent', async () => {
  const user = userEvent.setup()
  const sent: unknown[] = []
  await renderPage(listenerRoutes, '/limiter', answers(sent))
  const field = await rate('Message rate per client', 'tcp:default')
  await user.clear(field)
  await user.type(field, 'fast')
  await screen.findByText('Please enter a properly formatted rate configuration')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(field)
  expect(sent).toEqual([])
})

test('saving sends the whole listener, and an empty rate as infinity', async () => {
  const user = userEvent.setup()
  const sent: unknown[] = []
  await renderPage(listenerRoutes, '/limiter', answers(sent))
  const messages = await rate('Message rate per client', 'tcp:default')
  await user.clear(messages)
  await user.type(messages, '5/s')
  await user.clear(await rate('Max connection rate', 'tcp:default'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Rate limits saved')
  const { running: _, current_connections: __, ...settings } = tcp
  expect(sent).toEqual([{ ...settings, max_conn_rate: 'infinity', messages_rate: '5/s' }])
})

test('after an error of the broker a listener keeps its edited rate and shows the reason', async () => {
  const user = userEvent.setup()
  await renderPage(listenerRoutes, '/limiter', answers([]))
  const field = await rate('Byte rate per client', 'ws:default')
  await user.clear(field)
  await user.type(field, '1MB/s')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText('no')).length).toBeGreaterThan(0)
  expect(field.value).toBe('1MB/s')
})
