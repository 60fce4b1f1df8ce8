import type { Api } from './api.ts'

export async function enableAudit(api: Api): Promise<void> {
  await api('PUT', '/configs/log', { audit: { enable: true } })
}

/** Users, API keys, topic metrics and settings. */
export async function createOperations(api: Api): Promise<void> {
  for (const one of users) await api('POST', '/users', one)
  for (const key of apiKeys()) await api('POST', '/api_key', key)
  for (const topic of metricTopics) await api('POST', '/mqtt/topic_metrics', { topic })
  await api('PUT', '/mqtt/topic_rewrite', rewriteRules)
  await api('PUT', '/mqtt/auto_subscribe', [
    { topic: 'commands/${clientid}/#', qos: 0, rh: 0, rap: 0, nl: 0 },
    { topic: 'notify/all', qos: 0, rh: 0, rap: 0, nl: 0 },
  ])
  await api('PUT', '/slow_subscriptions/settings', {
    enable: true,
    threshold: '500ms',
    expire_interval: '300s',
    top_k_num: 10,
    stats_type: 'whole',
  })
  await api('POST', '/data/export', {})
}

/** One trace that runs as long as the demo, and some that `stop` ends. */
export async function createTraces(api: Api, end: Date): Promise<{ stop(): Promise<void> }> {
  const create = (trace: object) => api('POST', '/trace', { payload_encode: 'hidden', ...trace })
  await create({ name: 'forklift_12', type: 'clientid', clientid: 'forklift-12', end_at: end.toISOString() })
  await create({
    name: 'line_overheats',
    type: 'topic',
    topic: 'plant/hall-b/line-2/temperature',
    payload_encode: 'text',
  })
  await create({ name: 'humidity_fails', type: 'ruleid', ruleid: 'humidity_level' })
  await create({ name: 'slow_scada', type: 'clientid', clientid: 'legacy-scada-02' })
  await create({ name: 'contractor', type: 'clientid', clientid: 'contractor-tablet-03', formatter: 'json' })
  return {
    async stop() {
      for (const name of ['line_overheats', 'humidity_fails', 'slow_scada', 'contractor'])
        await api('PUT', `/trace/${name}/stop`)
    },
  }
}

const users = [
  { username: 'ana_torres', password: 'Plant-2026-a', role: 'administrator', description: 'Head of operations' },
  { username: 'wang_lei', password: 'Plant-2026-b', role: 'administrator', description: '' },
  { username: 'night_shift', password: 'Plant-2026-c', role: 'viewer', description: 'Control room' },
]

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const apiKeys = () => [
  { name: 'prometheus', desc: 'Scrapes metrics', enable: true, role: 'viewer', expired_at: inDays(180) },
  { name: 'mes-publisher', desc: 'Orders of the MES', enable: true, role: 'publisher', expired_at: inDays(20) },
  { name: 'provisioning', desc: 'Creates users of new devices', enable: true, role: 'administrator' },
  { name: 'pilot-project', desc: 'Pilot of last year', enable: true, role: 'viewer', expired_at: inDays(-3) },
]

const metricTopics = [
  'plant/hall-a/line-1/temperature',
  'plant/hall-b/line-2/temperature',
  'plant/hall-c/line-4/state',
  'warehouse/north/doors',
  'energy/meter-1/power',
]

const rewriteRules = [
  {
    action: 'publish',
    source_topic: 'legacy/temp/#',
    dest_topic: 'plant/$1/$2/temperature',
    re: '^legacy/temp/(.+)/(.+)$',
  },
  { action: 'subscribe', source_topic: 'old-alerts/#', dest_topic: 'alerts/$1', re: '^old-alerts/(.+)$' },
]
