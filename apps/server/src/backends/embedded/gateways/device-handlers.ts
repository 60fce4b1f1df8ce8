import { AppError, noContent, ok, parseDuration } from '@mqdeck/contract'
import type { HandlersOf } from '../management.ts'
import type { GatewayContext } from './lookup.ts'

export function gatewayDeviceHandlers({ gateways: { gateways } }: GatewayContext): HandlersOf<'gatewayDevices'> {
  const lwm2m = () => {
    const api = gateways.api('lwm2m')
    if (!api) throw notFound()
    return api
  }
  const sent = async (outcome: Promise<'sent' | 'unknown'>) => {
    if ((await outcome) === 'unknown') throw notFound()
    return noContent
  }

  return {
    requestCoapClient: async ({ params: { clientid }, body: { content_type: contentType, timeout, ...request } }) => {
      const answer = await gateways
        .api('coap')
        ?.request(clientid, { ...request, contentType, timeout: parseDuration(timeout) ?? 0 })
      if (answer === undefined || answer === 'unknown') throw notFound()
      if (answer === 'timeout')
        throw new AppError('CLIENT_NOT_RESPONSE', 'The client did not respond in time', { status: 504 })
      return ok(answer)
    },
    lookupLwm2mClient: ({ params: { clientid }, query: { path, action } }) => {
      const found = lwm2m().lookup({ clientId: clientid, path, action })
      if (found === 'unknown') throw notFound()
      const { content, ...answer } = found
      const values = content?.map((one) => ({ ...one }))
      return { status: 200, body: { clientid, path, action, ...answer, ...(values && { content: values }) } }
    },
    readLwm2mClient: ({ params: { clientid }, query }) => sent(lwm2m().read({ clientId: clientid, ...query })),
    writeLwm2mClient: ({ params: { clientid }, query }) => sent(lwm2m().write({ clientId: clientid, ...query })),
    observeLwm2mClient: ({ params: { clientid }, query }) => sent(lwm2m().observe({ clientId: clientid, ...query })),
  }
}

const notFound = () => new AppError('CLIENT_NOT_FOUND')
