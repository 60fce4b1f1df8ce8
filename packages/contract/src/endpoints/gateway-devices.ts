import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { boolean, inlineBody, oneOf, response, string } from '../fields/index.ts'
import { duration } from '../struct/index.ts'

const byClient = z.object({ clientid: string() })
const notFound = { 404: ['CLIENT_NOT_FOUND'] } as const
const badRequest = { 400: ['BAD_REQUEST'], ...notFound } as const

/** A request that the broker sends to a CoAP device. `timeout` is a duration such as `10s`. */
export const CoapRequestBody = inlineBody({
  token: string(),
  method: oneOf(['get', 'put', 'post', 'delete']),
  timeout: duration({ min: '1ms', max: '5m' }).schema,
  content_type: oneOf(['text/plain', 'application/json', 'application/octet-stream']),
  payload: string(),
})
export type CoapRequestBody = z.output<typeof CoapRequestBody>

/** The response of the device. `method` is the code, such as `{ok,content}`, as in EMQX. */
export const CoapResponse = response({
  id: z.int().optional(),
  token: z.string().optional(),
  method: z.string().optional(),
  payload: z.string().optional(),
})
export type CoapResponse = z.infer<typeof CoapResponse>

/** Sends a request to a device and waits for its response. */
export const requestCoapClient = endpoint({
  method: 'POST',
  path: '/gateways/coap/clients/{clientid}/request',
  title: { en: 'Send CoAP request', zh: '发送 CoAP 请求' },
  tag: 'CoAP Gateways',
  params: byClient,
  body: CoapRequestBody,
  timeoutMs: 330_000,
  ok: { 200: CoapResponse },
  errors: { ...badRequest, 504: ['CLIENT_NOT_RESPONSE'] },
})

const tag = 'LwM2M Gateways'
const dataTypes = ['Integer', 'Float', 'Time', 'String', 'Boolean', 'Opaque', 'Objlnk'] as const

/** The latest response of the device for a path and an action. `code` 6.01 is `reply_not_received`. */
export const Lwm2mLookup = response({
  clientid: z.string(),
  path: z.string(),
  action: z.string(),
  code: z.string(),
  codeMsg: z.string(),
  content: z
    .array(
      response({
        path: z.string().optional(),
        value: z.union([z.string(), z.number(), z.boolean()]).optional(),
        name: z.string().optional(),
        dataType: z.enum(dataTypes).optional(),
        operations: z.string().optional(),
      }),
    )
    .optional(),
})
export type Lwm2mLookup = z.infer<typeof Lwm2mLookup>

export const lookupLwm2mClient = endpoint({
  method: 'GET',
  path: '/gateways/lwm2m/clients/{clientid}/lookup',
  tag,
  params: byClient,
  query: z.object({ path: string(), action: string() }),
  ok: { 200: Lwm2mLookup },
  errors: badRequest,
})

/** Commands are sent; `lookupLwm2mClient` has the response. */
export const readLwm2mClient = endpoint({
  method: 'POST',
  path: '/gateways/lwm2m/clients/{clientid}/read',
  title: { en: 'Read LwM2M resource', zh: '读取 LwM2M 资源' },
  tag,
  params: byClient,
  query: z.object({ path: string() }),
  ok: { 204: empty },
  errors: badRequest,
})

export const Lwm2mWriteQuery = z.object({
  path: string(),
  type: oneOf(dataTypes),
  value: string(),
})

export const writeLwm2mClient = endpoint({
  method: 'POST',
  path: '/gateways/lwm2m/clients/{clientid}/write',
  title: { en: 'Write LwM2M resource', zh: '写入 LwM2M 资源' },
  tag,
  params: byClient,
  query: Lwm2mWriteQuery,
  ok: { 204: empty },
  errors: badRequest,
})

export const observeLwm2mClient = endpoint({
  method: 'POST',
  path: '/gateways/lwm2m/clients/{clientid}/observe',
  title: { en: 'Observe LwM2M resource', zh: '观察 LwM2M 资源' },
  tag,
  params: byClient,
  query: z.object({ path: string(), enable: boolean() }),
  ok: { 204: empty },
  errors: badRequest,
})

export const gatewayDevices = {
  requestCoapClient,
  lookupLwm2mClient,
  readLwm2mClient,
  writeLwm2mClient,
  observeLwm2mClient,
}
