import { isRecord } from '@mqdeck/contract'
import { getJson, login } from './calls.ts'
import { remoteMqtt, remoteUser } from './remote.ts'
import type { Target } from './target.ts'

const recordedNode = 'emqx@127.0.0.1'

/** Address for clients of the recorded node, and its own connector. */
const recordedMqtt = '127.0.0.1:1883'
const ownMqtt = remoteMqtt ?? recordedMqtt

/** A foreign cluster: node name and addresses are replaced, everything else is sent as recorded. */
export async function connectTarget(url: string): Promise<Target> {
  const token = await login(url, remoteUser)
  const cluster = await getJson({ url, token }, '/cluster')
  const self = isRecord(cluster) ? String(cluster.self) : recordedNode
  return {
    url,
    token,
    toOwn: (text) => text.replaceAll(recordedNode, self).replaceAll(recordedMqtt, ownMqtt),
    toRecorded: (text) => text.replaceAll(self, recordedNode).replaceAll(ownMqtt, recordedMqtt),
    stop: async () => {
      await fetch(`${url}/api/v5/logout`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ username: remoteUser.username }),
      })
    },
  }
}
