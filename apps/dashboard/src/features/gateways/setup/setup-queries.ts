import { createGatewayAuthenticator, enableGateway, updateGateway } from '@mqdeck/contract'
import { defineChange } from '../../../api/index.ts'
import { outdatedByGateway } from '../queries.ts'

type Settings = Readonly<Record<string, unknown>>

export interface SetupDraft {
  readonly name: string
  readonly settings: Settings
  readonly listeners: readonly Settings[]
  /** Undefined for a gateway that anyone can use. */
  readonly authenticator: Settings | undefined
}

/** With an authenticator, the gateway is enabled after it, so that no client can connect without a check. */
export const createGateway = defineChange<SetupDraft, unknown>({
  async apply(call, { name, settings, listeners, authenticator }) {
    const params = { name }
    await call(updateGateway, { params, body: { ...settings, name, listeners, enable: authenticator === undefined } })
    if (!authenticator) return
    await call(createGatewayAuthenticator, {
      params,
      body: { ...authenticator, mechanism: String(authenticator.mechanism) },
    })
    await call(enableGateway, { params: { name, enable: true } })
  },
  invalidates: [...outdatedByGateway, { name: 'gateway-authenticator' }],
})
