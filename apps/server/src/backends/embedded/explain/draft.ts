import type { AuthenticatorSettings, AuthorizationSettings } from '@mqdeck/access/catalog'
import type { ExplainRequest } from '@mqdeck/contract'
import type * as z from 'zod'
import type { Configuration } from '../../../broker-config/configuration.ts'
import { withFolder } from '../../../broker-config/folder-variables.ts'
import { withSourceFolders } from '../authorization/service.ts'

/** Settings to use instead of the active ones. Undefined where there are none. */
interface Draft {
  readonly authentication: readonly AuthenticatorSettings[] | undefined
  readonly authorization: AuthorizationSettings | undefined
}

/**
 * Validates unsaved settings as strictly as if they were saved.
 * @throws {AppError}
 */
export function readDraft(
  draft: z.output<typeof ExplainRequest>['draft'],
  configuration: Pick<Configuration, 'get' | 'check'>,
  dataFolder: string,
): Draft {
  const { authentication, authorization } = draft ?? {}
  if (!authentication && !authorization) return { authentication: undefined, authorization: undefined }
  const view = configuration.check({
    ...(authentication && { authentication }),
    ...(authorization && { authorization: { ...configuration.get('authorization'), ...authorization } }),
  })
  return {
    authentication: authentication && withFolder(view.plain('authentication'), dataFolder),
    authorization: authorization && withSourceFolders(view.plain('authorization'), dataFolder),
  }
}
