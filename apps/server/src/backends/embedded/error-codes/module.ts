import { errorCatalogue, ok } from '@mqdeck/contract'
import type { HandlersOf } from '../management.ts'
import { defineModule } from '../resource-module.ts'

function errorCodeHandlers(): HandlersOf<'errorCodes'> {
  return {
    listErrorCodes: () => ok(Object.entries(errorCatalogue).map(([code, { description }]) => ({ code, description }))),
    getErrorCode: ({ params: { code } }) => ok({ code, description: errorCatalogue[code].description }),
  }
}

export const errorCodesModule = defineModule({ name: 'error-codes', create: () => ({ handlers: errorCodeHandlers() }) })
