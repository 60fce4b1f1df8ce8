import { isLoopback } from '@mqdeck/kit'
import type { Settings } from './start-options.ts'

/** `open`: everything works without preparation. `hardened`: missing authentication and failures deny. */
export type SecurityProfile = 'open' | 'hardened'

/** The profile in force: `auto` is open for ports that only this machine can reach. */
export const securityProfile = ({
  security_profile: chosen,
  bind,
}: Pick<Settings, 'security_profile' | 'bind'>): SecurityProfile =>
  chosen === 'auto' ? (isLoopback(bind) ? 'open' : 'hardened') : chosen
