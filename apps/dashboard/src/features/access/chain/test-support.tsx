import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { Answers } from '../../../api/render-page.tsx'

/** For tests: the status of an authenticator or source with these metrics on one node. */
export const statusWith = (metrics: object, more: object = {}) => ({
  metrics,
  node_error: [],
  node_metrics: [{ metrics, node: 'emqx@127.0.0.1' }],
  node_resource_metrics: [{ metrics: {}, node: 'emqx@127.0.0.1' }],
  node_status: [{ node: 'emqx@127.0.0.1', status: 'connected' }],
  resource_metrics: {},
  status: 'connected',
  ...more,
})

/** For tests: the status of a member that cannot reach its backend. */
export const refusedStatus = {
  status: 'disconnected',
  node_status: [{ node: 'n1', status: 'disconnected' }],
  node_error: [{ node: 'n1', error: 'connection refused' }],
}

/** For tests: each member of a chain with its status, by its path below `root`. */
export const memberAnswers = (root: string, members: Readonly<Record<string, object>>, status: object): Answers =>
  Object.fromEntries(
    Object.entries(members).flatMap(([id, member]) => [
      [`GET ${root}/${id}`, member],
      [`GET ${root}/${id}/status`, status],
    ]),
  )

/** For tests: success without a body. */
export const done = () => new Response(null, { status: 204 })

/** For tests: records the request bodies and responds with success. */
export function recorder() {
  const sent: unknown[] = []
  const answer = (_: URL, body: unknown) => {
    sent.push(body)
    return done()
  }
  return { sent, answer }
}

/** For tests: the table row that contains this text. */
export async function rowOf(name: string): Promise<HTMLElement> {
  const row = (await screen.findByText(name)).closest('tr')
  if (!row) throw new Error(`${name} is in no row`)
  return row
}

/** For tests: selects an entry in the menu of a row. */
export async function chooseInRow(user: UserEvent, name: string, action: string): Promise<void> {
  await user.click(within(await rowOf(name)).getByRole('button', { name: /^Actions for / }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}
