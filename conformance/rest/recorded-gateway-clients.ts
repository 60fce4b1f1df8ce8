import { isRecord } from '@mqdeck/contract'
import { eventually, startWakaama } from '@mqdeck/testkit'
import { getJson } from './calls.ts'
import { coapRequest, connectStomp, mqttSn, openDatagramClient, payloadOf } from './gateway-clients.ts'
import type { Target } from './target.ts'

interface Closable {
  close(): unknown
}

/** The clients that were connected during the recorded conversation. */
export interface RecordedClients {
  /** Connects or changes what the recording needs. */
  before(recording: string): Promise<void>
  /** Replaces the ID that EMQX gave to the STOMP client by that of ours. */
  toOwn(text: string): string
  toRecorded(text: string): string
  close(): Promise<void>
}

export function createRecordedClients(target: Pick<Target, 'url' | 'token' | 'toOwn'>): RecordedClients {
  const open: Closable[] = []
  const portOf = (recorded: number) => Number(target.toOwn(`127.0.0.1:${recorded}`).split(':')[1])
  const keep = <T extends Closable>(one: T): T => {
    open.push(one)
    return one
  }
  const datagrams = async (recorded: number) => keep(await openDatagramClient(portOf(recorded)))

  const connectCoap = async (clientid: string) => {
    const client = await datagrams(57683)
    const answer = await client.ask(coapRequest('POST', 'mqtt/connection', { clientid, username: 'u', password: 'p' }))
    return { client, query: { clientid, token: payloadOf(answer) } }
  }
  const device = async (endpoint: string, lifetime = 300) => {
    keep(await startWakaama({ endpoint, port: portOf(57783), lifetime }))
    await eventually(
      async () => 'clientid' in ((await getJson(target, `/gateways/lwm2m/clients/${endpoint}`)) as object),
      () => `${endpoint} has not registered`,
    )
  }
  const post = (path: string) =>
    fetch(`${target.url}/api/v5${path}`, { method: 'POST', headers: { authorization: `Bearer ${target.token}` } })
  /** The reply of a device to a command has arrived. */
  const replied = (lookup: string) =>
    eventually(
      async () => ((await getJson(target, lookup)) as { readonly code?: string }).code !== noReply,
      () => `no reply: ${lookup}`,
    )
  let stompId = recordedStompId
  let dev1: Awaited<ReturnType<typeof connectCoap>> | undefined
  let sleeper: Awaited<ReturnType<typeof datagrams>> | undefined

  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    '090': async () => {
      dev1 = await connectCoap('dev1')
    },
    '092': () =>
      dev1?.client.ask(coapRequest('GET', 'ps/c/s', { ...dev1.query, qos: '1' }, { observe: true })) ?? never(),
    '093': () => dev1?.client.ask(coapRequest('DELETE', 'mqtt/connection', dev1.query)) ?? never(),
    '111': () => connectCoap('rq1'),
    '131_get': async () => {
      const client = await datagrams(57884)
      await client.ask(mqttSn.connect('sn2'))
      await client.ask(mqttSn.subscribeShort('ab', 1))
      for (const [topic, qos] of recordedTopics) await client.ask(mqttSn.subscribe(topic, qos))
    },
    '140_sn': async () => {
      const client = await datagrams(57884)
      await client.ask(mqttSn.connect('snw1', { will: true }))
      await client.ask(mqttSn.willTopic('w'))
      await client.ask(mqttSn.willMessage('lost'))
    },
    '141_sn': async () => {
      sleeper = await datagrams(57884)
      await sleeper.ask(mqttSn.connect('sns', { clean: false }))
      await sleeper.ask(mqttSn.subscribe('sn/sleep', 1))
      await sleeper.ask(mqttSn.sleep(10))
    },
    '142_sn': () => sleeper?.ask(mqttSn.ping('sns')) ?? never(),
    '144': () => device('ep1'),
    '147': async () => {
      await device('ep2')
      await post('/gateways/lwm2m/clients/ep2/read?path=/3/0/0')
      await replied('/gateways/lwm2m/clients/ep2/lookup?path=/3/0/0&action=read')
    },
    '156': () => replied('/gateways/lwm2m/clients/ep2/lookup?path=/3/0&action=read'),
    '165': () => device('ep4'),
    '170': () => device('ep6'),
    '371': async () => {
      const client = keep(await connectStomp(portOf(57613), 'test', '654321'))
      await client.send('SUBSCRIBE\nid:7\ndestination:st/r\nreceipt:r\n\n')
      const page = await getJson(target, '/gateways/stomp/clients')
      const [first]: readonly unknown[] = isRecord(page) && Array.isArray(page.data) ? page.data : []
      if (isRecord(first) && typeof first.clientid === 'string') stompId = first.clientid
    },
    '452': () => device('ep3'),
    '453': () => replied('/gateways/lwm2m/clients/ep3/lookup?path=/1/0/1&action=write'),
    '458': () => device('ep8'),
  }
  return {
    toOwn: (text) => text.replace(/Zqdf(3soSCFo5BFiE)?/g, (_, rest) => (rest ? stompId : stompId.slice(0, 4))),
    toRecorded: (text) => text.replaceAll(stompId, recordedStompId),
    async before(recording) {
      for (const [start, step] of Object.entries(steps)) if (recording.startsWith(`gateways/${start}`)) await step()
    },
    async close() {
      for (const one of open.reverse()) await one.close()
    },
  }
}

const recordedStompId = 'Zqdf3soSCFo5BFiE'

/** EMQX's code for a reply that has not arrived. */
const noReply = '6.01'

const recordedTopics = [
  ['pre/one', 1],
  ['sn/s0', 0],
  ['sn/s1', 1],
  ['sn/s2', 2],
  ['sn/w/#', 1],
] as const

const never = () => Promise.reject(new Error('the client is not connected'))
