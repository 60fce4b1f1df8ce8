import { AppError, ok } from '@mqdeck/contract'
import type { ActionSettings, ConnectorSettings } from '@mqdeck/integrations/catalog'
import { fromPlainMap } from '@mqdeck/rules'
import type { Services } from '../services.ts'
import type { HandlersOf } from '../handlers-of.ts'
import { integrationMembers, orTestFailed } from './members.ts'

/** Sends one test request of a webhook, which may not exist yet, and returns the response. */
export function webhookTestHandlers(services: Services): HandlersOf<'webhookTests'> {
  const connectors = integrationMembers('connector', services)
  const actions = integrationMembers('action', services)
  return {
    async testWebhook({ body: { connector, action, data } }) {
      const { id, plain: settings } = connectors.readOpen(connector)
      const { id: actionId, plain: parameters } = actions.readOpen(action)
      if (id.type !== 'http' || actionId.type !== 'http')
        throw new AppError('BAD_REQUEST', 'A webhook needs a connector and an action of type http')
      const { request, isCut, ...answer } = await orTestFailed(
        services.integrations.exchange(
          id.type,
          // The structs of their types have validated both.
          settings as ConnectorSettings,
          parameters as ActionSettings,
          fromPlainMap(data),
        ),
      )
      return ok({ ...answer, is_cut: isCut, request: { ...request, body: request.body ?? null } })
    },
  }
}
