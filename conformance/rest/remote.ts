/** The cluster to compare with the recordings instead of MQDeck: `TARGET=http://host:18083`. */
export const remote = process.env.TARGET?.replace(/\/+$/, '')

export const isRemote = remote !== undefined

/** Token of an administrator. */
export const remoteUser = {
  username: process.env.TARGET_USERNAME ?? 'admin',
  password: process.env.TARGET_PASSWORD ?? 'public',
}

/** The open-source edition lacks some resources and fields. */
export const isOpenSource = remote !== undefined && (await editionOf(remote)) === 'ce'

async function editionOf(url: string): Promise<unknown> {
  const answer = await fetch(`${url}/api/v5/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(remoteUser),
  })
  const { license } = (await answer.json()) as { license?: { edition?: unknown } } // both editions have this shape
  return license?.edition
}

/** Whether objects may be created and deleted again. Otherwise the cluster is only read. */
export const mayChange = process.env.TARGET_MAY_CHANGE === 'yes'

/** `host:1883` for the clients of the recorded conversation. Undefined: without clients. */
export const remoteMqtt = process.env.TARGET_MQTT
