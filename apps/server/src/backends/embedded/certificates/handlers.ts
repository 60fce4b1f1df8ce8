import { ok } from '@mqdeck/contract'
import { listCertificates } from './service.ts'
import type { Services } from '../services.ts'
import type { HandlersOf } from '../handlers-of.ts'

export function certificateHandlers({ configuration, dataFolder, clock }: Services): HandlersOf<'certificates'> {
  return { listCertificates: () => ok(listCertificates(configuration, dataFolder, clock.now())) }
}
