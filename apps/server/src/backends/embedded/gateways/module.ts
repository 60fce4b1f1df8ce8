import { defineModule } from '../resource-module.ts'
import { gatewayAuthenticationHandlers } from './authentication-handlers.ts'
import { gatewayClientHandlers } from './client-handlers.ts'
import { gatewayDeviceHandlers } from './device-handlers.ts'
import { gatewayHandlers } from './handlers.ts'
import { gatewayTasks } from './migration.ts'
import { createGatewayService } from './service.ts'

export const gatewaysModule = defineModule({
  name: 'gateways',
  migration: { listeners: gatewayTasks },
  create(context) {
    const service = createGatewayService(context)
    const services = { ...context, gateways: service }
    return {
      handlers: {
        ...gatewayHandlers(services),
        ...gatewayAuthenticationHandlers(services),
        ...gatewayClientHandlers(services),
        ...gatewayDeviceHandlers(services),
      },
      roots: { gateway: service.root },
      metrics: {
        gateways: () =>
          service.gateways.all().map(({ name, running, listeners, metrics }) => ({
            name,
            running: running !== undefined,
            connections: listeners.reduce((sum, { currentConnections }) => sum + currentConnections, 0),
            counters: metrics,
          })),
      },
      start: service.start,
      stop: service.stop,
    }
  },
})
