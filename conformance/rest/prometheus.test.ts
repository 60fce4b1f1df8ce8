import { recordedText } from '@mqdeck/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRemote } from './remote.ts'
import { openTarget, type Target } from './target.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target?.stop())

/** `# TYPE emqx_connections_count gauge` -> `emqx_connections_count gauge` */
const familiesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('# TYPE '))
    .map((line) => line.slice('# TYPE '.length))

/** EMQX's metrics that do not apply here, with the reason. */
const missing: Readonly<Record<string, string>> = {
  emqx_durable_subscriptions_count: 'there are no separate subscriptions of durable storage',
  emqx_durable_subscriptions_max: 'ditto',
  emqx_vm_run_queue: 'a queue of Erlang schedulers',
  emqx_vm_process_messages_in_queues: 'mailboxes of Erlang processes',
  emqx_vm_mnesia_tm_mailbox_size: 'Mnesia',
  emqx_vm_broker_pool_max_mailbox_size: 'mailboxes of Erlang processes',
  emqx_messages_retained: 'EMQX never counts it; emqx_retained_count has what is retained',
  emqx_conf_sync_txid: 'transactions that replicate the configuration in EMQX',
  emqx_mria_last_intercepted_trans: 'replication of Mnesia',
  emqx_mria_weight: 'replication of Mnesia',
  emqx_mria_replicants: 'replication of Mnesia',
  emqx_mria_server_mql: 'replication of Mnesia',
  emqx_mria_lag: 'replication of Mnesia',
  emqx_mria_bootstrap_time: 'replication of Mnesia',
  emqx_mria_bootstrap_num_keys: 'replication of Mnesia',
  emqx_mria_message_queue_len: 'replication of Mnesia',
  emqx_mria_replayq_len: 'replication of Mnesia',
  emqx_license_expiry_at: 'there is no licence',
}

describe('the Prometheus metrics', () => {
  test.each([
    ['stats', 110],
    ['auth', 15],
    ['data_integration', 36],
  ])("/prometheus/%s have EMQX's names and types, except metrics that do not apply", async (topic, least) => {
    const response = await fetch(`${target.url}/api/v5/prometheus/${topic}`)
    expect(response.headers.get('content-type')).toBe('text/plain')
    const ours = familiesOf(await response.text())
    for (const folder of ['get-fresh', 'get-seeded']) {
      const theirs = familiesOf(recordedText(folder, `/prometheus/${topic}`))
      const expected = theirs.filter((family) => !((family.split(' ')[0] ?? '') in missing))
      // Another broker may have these metrics, and more collectors.
      if (isRemote) expect(expected.filter((family) => !ours.includes(family))).toEqual([])
      else expect([...ours].sort()).toEqual(expected.sort())
    }
    expect(ours.length).toBeGreaterThanOrEqual(least)
  })

  test('lack only metrics that EMQX has', () => {
    const names = familiesOf(recordedText('get-fresh', '/prometheus/stats')).map((one) => one.split(' ')[0])
    expect(Object.keys(missing).filter((name) => !names.includes(name))).toEqual([])
  })
})
