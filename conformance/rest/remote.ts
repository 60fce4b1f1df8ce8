/** The cluster to hold against the recordings in place of a broker of ours: `TARGET=http://host:18083`. */
export const remote = process.env.TARGET?.replace(/\/+$/, '')

export const isRemote = remote !== undefined

/** Of an administrator there. */
export const remoteUser = {
  username: process.env.TARGET_USERNAME ?? 'admin',
  password: process.env.TARGET_PASSWORD ?? 'public',
}

/** Whether things may be made there, and taken away again; without it the cluster is only asked. */
export const mayChange = process.env.TARGET_MAY_CHANGE === 'yes'

/** `host:1883` for the clients of the recorded conversation; undefined: it is led without them. */
export const remoteMqtt = process.env.TARGET_MQTT
