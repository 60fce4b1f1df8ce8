import { AppError, ok } from '@mqdeck/contract'
import { nameOf } from '../../../http/identity.ts'
import { accessModule } from '../access/module.ts'
import { bannedModule } from '../banned/module.ts'
import type { HandlersOf } from '../management.ts'
import { defineModule } from '../resource-module.ts'
import { createGuessLimit } from './guess-limit.ts'
import { type ExplainParts, explainAccess } from './service.ts'

function explainHandlers(services: ExplainParts): HandlersOf<'explaining'> {
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

export const explainModule = defineModule({
  name: 'explain',
  needs: { access: accessModule, bans: bannedModule },
  create: (context, { access, bans }) => ({ handlers: explainHandlers({ ...context, ...access, bans }) }),
})
