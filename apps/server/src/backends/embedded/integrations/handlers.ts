import { ok } from '@mqdeck/contract'
import type { Services } from '../services.ts'
import type { HandlersOf } from '../handlers-of.ts'
import { integrationMembers } from './members.ts'

export function connectorHandlers(services: Services): HandlersOf<'connectors'> {
  const members = integrationMembers('connector', services)
  return {
    listConnectors: () => ok(members.list()),
    createConnector: async ({ body }, call) => ({ status: 201, body: await members.create(body, call) }),
    getConnector: ({ params }) => ok(members.get(params.id)),
    updateConnector: async ({ params, body }, call) => ok(await members.update(params.id, body, call)),
    deleteConnector: ({ params }, call) => members.remove(params.id, false, call),
    enableConnector: ({ params }, call) => members.enable(params.id, params.enable, call),
    startConnector: ({ params }) => members.start(params.id),
    startConnectorOnNode: ({ params }) => members.startOn(params.node, params.id),
    probeConnector: ({ body }) => members.probe(body),
  }
}
