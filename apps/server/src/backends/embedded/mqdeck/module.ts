import { AppError, noContent, ok } from '@mqdeck/contract'
import { rateSpan } from '@mqdeck/kit'
import { maskedRoot, maskedText } from '../../../broker-config/configuration-file.ts'
import { keptVersions } from '../../../broker-config/history.ts'
import { readImport } from '../../../broker-config/import-text.ts'
import { isRootName } from '../../../broker-config/roots.ts'
import { changedPaths, valueAt } from '../../../broker-config/trees.ts'
import { accessModule } from '../access/module.ts'
import type { Access } from '../access/service.ts'
import type { BrokerContext } from '../broker-context.ts'
import { authorOf, type HandlersOf } from '../management.ts'
import { defineModule } from '../resource-module.ts'

/** Endpoints of this server in addition to EMQX's API. */
function mqdeckHandlers({
  configuration,
  authentication,
  authorization,
  clock,
}: BrokerContext & Pick<Access, 'authentication' | 'authorization'>): HandlersOf<'mqdeck'> {
  const requireVersion = (version: number) => {
    const roots = configuration.version(version)
    if (!roots) throw new AppError('NOT_FOUND', `Version ${version} of the configuration does not exist`)
    return roots
  }
  return {
    getZones: () => ok({ ...configuration.get('zones') }),
    updateZones: async ({ body }, call) => {
      await configuration.update({ zones: body }, authorOf(call, 'PUT /mqdeck/zones'))
      return ok({ ...configuration.get('zones') })
    },
    listOverrides: () => ok(configuration.overrides.map(({ path, source }) => ({ path: path.join('.'), source }))),
    listConfigVersions: () => {
      const data = configuration.versions().toReversed()
      return ok({ data: data.map((one) => ({ ...one, changed: [...one.changed] })), keep: keptVersions })
    },
    getConfigVersion: ({ params: { version } }) => ok(maskedText(requireVersion(version))),
    restoreConfigVersion: async ({ params: { version } }, call) => {
      const roots = requireVersion(version)
      await configuration.update(roots, authorOf(call, `POST /mqdeck/config_versions/${version}/restore`))
      return noContent
    },
    getAccessRates: () =>
      ok({
        time_stamp: clock.now() - (clock.now() % rateSpan),
        interval: rateSpan,
        authentication: Object.fromEntries(authentication.members().map(({ id, lastMinute }) => [id, [...lastMinute]])),
        authorization: Object.fromEntries(
          authorization.members().map(({ type, lastMinute }) => [type, [...lastMinute]]),
        ),
      }),
    checkConfigs: ({ body, query }) => {
      const { roots, problems } = readImport(body, query, configuration)
      const changes = Object.entries(roots).flatMap(([name, next]) => {
        if (!isRootName(name)) return []
        const [from, to] = [configuration.shown(name), maskedRoot(name, next)]
        return changedPaths(from, to).map((path) => ({
          path: [name, ...path].join('.'),
          from: valueAt(from, path),
          to: valueAt(to, path),
        }))
      })
      return ok({ errors: problems.map((problem) => ({ ...problem })), changes })
    },
  }
}

export const mqdeckModule = defineModule({
  name: 'mqdeck',
  needs: { access: accessModule },
  create: (context, { access }) => ({ handlers: mqdeckHandlers({ ...context, ...access }) }),
})
