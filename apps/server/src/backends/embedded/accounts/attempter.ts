import type { Call } from '../../../http/mount.ts'
import type { Attempter } from './login-throttle.ts'

/** A session proves that its user signed in here, so attempts from outside do not count against it. */
export const attempterOf = ({ peer, signal, user }: Call): Attempter => ({
  peer,
  signal,
  known: `session of ${user.username}`,
})
