import { AppError, ok } from '@mqdeck/contract'
import { nameOf } from '../../../http/identity.ts'
import type { HandlersOf } from '../management.ts'
import type { Services } from '../services.ts'
import { createGuessLimit } from './guess-limit.ts'
import { explainAccess } from './service.ts'

export function explainHandlers(services: Services): HandlersOf<'explaining'> {
  const guesses = createGuessLimit(services.clock)
  return {
    explain: async ({ body }, { identity }) => {
      if (body.password === undefined) return ok(await explainAccess(body, services))
      const guess = guesses.begin(nameOf(identity))
      if (!guess)
        throw new AppError('EXCEED_LIMIT', 'Too many wrong passwords. Wait one minute and try again', { status: 429 })
      try {
        const explanation = await explainAccess(body, services)
        if (explanation.authentication?.result !== 'deny') guess.takeBack()
        return ok(explanation)
      } catch (error) {
        // No result.
        guess.takeBack()
        throw error
      }
    },
  }
}
