/** The cluster to hold against the recordings in place of a broker of ours: `TARGET=http://host:18083`. */
export const remote = process.env.TARGET?.replace(/\/+$/, '')

export const isRemote = remote !== undefined

/** Of an administrator there. */
export const remoteUser = {
  username: process.env.TARGET_USERNAME ?? 'admin',
  password: process.env.TARGET_PASSWORD ?? 'public',
}

/** The open-source edition lacks whole resources, and fields of others. */
export const isOpenSource = remote !== undefined && (await editionOf(remote)) === 'ce'

async function editionOf(url: string): Promise<unknown> {
  const answer = await fetch(`${url}/api/v5/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(remoteUser),
  })
  const { license } = (await answer.json()) as { license?: { edition?: unknown } } // as both editions answer it
  return license?.edition
}

/** Whether things may be made there, and taken away again; without it the cluster is only asked. */
export const mayChange = process.env.TARGET_MAY_CHANGE === 'yes'

/** `host:1883` for the clients of the recorded conversation; undefined: it is led without them. */
export const remoteMqtt = process.env.TARGET_MQTT
