// @vitest-environment jsdom
import { createBanned, listNodes } from '@mqdeck/contract'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { UiProvider } from '../../ui/index.ts'
import { ConnectionProvider, createConnection } from '../connection.tsx'
import { describeError } from '../errors/errors.ts'
import { createSessionKeeper } from '../session/session.ts'
import { tabVault } from '../session/vault.ts'
import { WaitingClusterNotice } from './waiting-cluster.tsx'

const silentHeaders = { 'mqdeck-silent-nodes': 'emqx2@127.0.0.1 1763812345678' }

async function connect(answer: (method: string, signal: AbortSignal | undefined) => Promise<Response>) {
  const session = await createSessionKeeper(tabVault('user'))
  await session.start({ username: 'admin', token: 't1', version: '5.8.9' })
  const connection = createConnection({
    session,
    fetch: (_, { method = 'GET', signal }) => answer(method, signal ?? undefined),
    timeout: 200,
  })
  render(
    <UiProvider env="test">
      <ConnectionProvider connection={connection}>
        <WaitingClusterNotice />
      </ConnectionProvider>
    </UiProvider>,
  )
  return connection
}

test('stored answers of a cluster that waits for a node are announced with their time, until the node responds', async () => {
  let headers: Record<string, string> = { ...silentHeaders, 'mqdeck-stored-answer': '1763812345000' }
  const { call } = await connect(async () => Response.json([], { headers }))
  await call(listNodes)
  expect(
    await screen.findByText(/^Node emqx2@127.0.0.1 does not respond. The cluster waits for it. Showing data from /),
  ).toBeTruthy()
  headers = {}
  await call(listNodes)
  await waitFor(() => expect(screen.queryByText(/does not respond/)).toBeNull())
})

test('a change that ends without an answer names the node that the cluster waits for', async () => {
  const { call } = await connect((method, signal) =>
    method === 'GET'
      ? Promise.resolve(Response.json([], { headers: silentHeaders }))
      : new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  await call(listNodes)
  const body = { as: 'clientid', who: 'c', by: '', reason: '', at: '', until: '' } as const
  const error: unknown = await call(createBanned, { body }).catch((failure: unknown) => failure)
  expect(describeError(error, 'en')).toBe(
    'Node emqx2@127.0.0.1 does not respond. The cluster waits for it. The change may still be made.',
  )
  expect(describeError(error, 'zh')).toBe('节点 emqx2@127.0.0.1 无响应，集群正在等待该节点。更改仍可能生效。')
})
