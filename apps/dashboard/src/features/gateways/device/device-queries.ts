import {
  type Call,
  type CoapResponse,
  lookupLwm2mClient,
  observeLwm2mClient,
  type Request,
  readLwm2mClient,
  requestCoapClient,
  writeLwm2mClient,
} from '@mqdeck/contract'
import { defineChange } from '../../../api/index.ts'
import { pause } from '../../../lib/browser/pause.ts'

export type CoapAnswer = CoapResponse

type CoapRequest = NonNullable<Request<typeof requestCoapClient>>['body']

export const sendCoapRequest = defineChange<{ readonly clientid: string; readonly body: CoapRequest }, CoapAnswer>({
  apply: (call, { clientid, body }) => call(requestCoapClient, { params: { clientid }, body }),
  invalidates: [],
})

/** The reply of an LwM2M device to a command. */
export interface CommandReply {
  /** `2.05` */
  readonly code: string
  readonly message: string
  /** The device has not replied yet: it may sleep. */
  readonly isMissing: boolean
  readonly isSuccess: boolean
  readonly content: unknown
}

const outdated = [{ name: 'gateway-client' }]

interface ByPath {
  readonly clientid: string
  /** `/3/0/0` */
  readonly path: string
}

export const readResource = defineChange<ByPath, CommandReply>({
  async apply(call, { clientid, path }) {
    await call(readLwm2mClient, { params: { clientid }, query: { path } })
    return replyTo(call, clientid, path, 'read')
  },
  invalidates: outdated,
})

type WriteArgs = NonNullable<Request<typeof writeLwm2mClient>['query']>

export const writeResource = defineChange<Omit<WriteArgs, 'path'> & ByPath, CommandReply>({
  async apply(call, { clientid, path, type, value }) {
    await call(writeLwm2mClient, { params: { clientid }, query: { path, type, value } })
    return replyTo(call, clientid, path, 'write')
  },
  invalidates: outdated,
})

export const observeResource = defineChange<ByPath & { readonly enable: boolean }, CommandReply>({
  async apply(call, { clientid, path, enable }) {
    await call(observeLwm2mClient, { params: { clientid }, query: { path, enable } })
    return replyTo(call, clientid, path, enable ? 'observe' : 'cancel-observe')
  },
  invalidates: outdated,
})

const interval = 500
const attempts = 12
/** EMQX's code for a reply that has not arrived. */
const noReply = '6.01'

/** The API answers a command before the device does, so the reply is looked up until it is there. */
async function replyTo(call: Call, clientid: string, path: string, action: string): Promise<CommandReply> {
  const { signal } = new AbortController()
  for (let attempt = 0; attempt < attempts; attempt++) {
    await pause(interval, signal)
    const { code, codeMsg, content } = await call(lookupLwm2mClient, {
      params: { clientid },
      query: { path, action },
      signal,
    })
    if (code !== noReply) return { code, message: codeMsg, isMissing: false, isSuccess: code.startsWith('2.'), content }
  }
  return { code: noReply, message: '', isMissing: true, isSuccess: false, content: undefined }
}
