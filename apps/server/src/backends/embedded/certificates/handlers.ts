import { ok } from '@mqdeck/contract'
import type { HandlersOf } from '../management.ts'
import type { Services } from '../services.ts'
import { listCertificates } from './service.ts'

export function certificateHandlers({ configuration, dataFolder, clock }: Services): HandlersOf<'certificates'> {
  return { listCertificates: async () => ok(await listCertificates(configuration, dataFolder, clock.now())) }
}
