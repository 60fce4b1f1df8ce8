import { randomBytes } from 'node:crypto'
import { isRecord, matchesFilter } from '@mqdeck/contract'
import type { Json } from '../recordings/json.ts'
import type { Cluster } from './cluster.ts'
import { ok, type ReplayedResponse } from './response.ts'

/** Delivers to no one, but retains the message if requested, and responds as if subscribers had received it. */
export function publish({ resources }: Cluster, message: Json): ReplayedResponse {
  const topic = String(message.topic)
  if (/[+#]/.test(topic) || topic === '') return ok({ message: 'topic_name_invalid', reason_code: 144 }, 400)
  const id = randomBytes(16).toString('hex').toUpperCase()
  if (message.retain === true) retain(resources, topic, id, message)
  const filters = (resources.rows('/subscriptions') ?? []).map((row) =>
    String(row.topic).replace(/^\$share\/[^/]+\//, ''),
  )
  return filters.some((filter) => filter === topic || matchesFilter(filter, topic))
    ? ok({ id })
    : ok({ message: 'no_matching_subscribers', reason_code: 16 }, 202)
}

function retain(
  resources: Cluster['resources'],
  topic: string,
  msgid: string,
  { qos = 0, payload = '', payload_encoding }: Json,
): void {
  const row = { from_clientid: 'http_api', from_username: 'undefined', msgid, publish_at: now(), qos, topic }
  const path = `/mqtt/retainer/message/${encodeURIComponent(topic)}`
  resources.changeRows('/mqtt/retainer/messages', (rows) => [
    ...rows.filter((one) => one.topic !== topic),
    ...(payload === '' ? [] : [row]),
  ])
  const base64 = payload_encoding === 'base64' ? payload : Buffer.from(String(payload)).toString('base64')
  if (payload === '') resources.remove(path)
  else resources.write(path, { ...row, payload: base64 })
}

export const now = () => new Date().toISOString().replace('Z', '+00:00')

const subscription = (
  clientid: string | undefined,
  { topic, qos = 0, nl = 0, rap = 0, rh = 0 }: Json,
  node: unknown,
): Json => ({
  clientid,
  nl,
  node,
  qos,
  rap,
  rh,
  topic,
})

export function subscribe({ resources, nodes }: Cluster, clientid: string | undefined, body: unknown): readonly Json[] {
  const node = resources.rows('/clients')?.find((row) => row.clientid === clientid)?.node ?? nodes()[0]
  const made = [body]
    .flat()
    .filter(isRecord)
    .map((one) => subscription(clientid, one, node))
  unsubscribe(resources, clientid, body)
  resources.changeRows('/subscriptions', (rows) => [...rows, ...made.map((row) => ({ ...row, durable: false }))])
  return made
}

export function unsubscribe(resources: Cluster['resources'], clientid: string | undefined, body: unknown): void {
  const topics = [body]
    .flat()
    .filter(isRecord)
    .map(({ topic }) => topic)
  resources.changeRows('/subscriptions', (rows) =>
    rows.filter((row) => row.clientid !== clientid || !topics.includes(row.topic)),
  )
}
