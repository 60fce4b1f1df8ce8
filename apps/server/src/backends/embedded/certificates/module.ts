import { ok } from '@mqdeck/contract'
import type { BrokerContext } from '../broker-context.ts'
import type { HandlersOf } from '../management.ts'
import { defineModule } from '../resource-module.ts'
import { listCertificates, listenerCertificates } from './service.ts'

function certificateHandlers({ configuration, folder, clock }: BrokerContext): HandlersOf<'certificates'> {
  return { listCertificates: async () => ok(await listCertificates(configuration, folder, clock.now())) }
}

export const certificatesModule = defineModule({
  name: 'certificates',
  create: (context) => ({
    handlers: certificateHandlers(context),
    metrics: {
      certificates: () => listenerCertificates(context.configuration, context.folder, context.clock.now()),
    },
  }),
})
