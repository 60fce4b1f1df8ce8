import { noContent, ok, type Plugin } from '@mqdeck/contract'
import { type PluginView, parseNameVersion } from '@mqdeck/extensions'
import type { BrokerContext } from '../broker-context.ts'
import type { HandlersOf } from '../management.ts'
import { installPackage } from './install.ts'
import type { PluginService } from './service.ts'

export function pluginHandlers({ nodes, plugins, packages }: BrokerContext & PluginService): HandlersOf<'plugins'> {
  const statesOf = nodes.operation((names: readonly string[]) =>
    names.map((name) => {
      const { status, reason } = plugins.get(name)
      return { status, ...(reason !== undefined && { status_reason: reason }) }
    }),
  )
  const toBodies = async (some: readonly PluginView[]): Promise<Plugin[]> => {
    const states = await statesOf.onAll(some.map(({ name }) => name))
    return some.map((one, index) => ({
      ...toInfo(one),
      running_status: states.flatMap(({ node, answer }) => {
        const state = answer[index]
        return state ? [{ node, ...state }] : []
      }),
    }))
  }
  const toInfo = ({ name, md5, package: files }: PluginView) => {
    const { name: app = name, version = '' } = parseNameVersion(name) ?? {}
    const { mqdeck_main: _, ...info } = files?.info ?? { name: app, rel_vsn: version, rel_apps: [], description: '' }
    return { ...info, md5sum: md5 }
  }

  return {
    listPlugins: async () => ok(await toBodies(plugins.list())),
    installPlugin: async (_, call) => {
      await installPackage(await call.upload(), packages, plugins)
      return noContent
    },
    getPlugin: async ({ params: { name } }) => {
      const plugin = plugins.get(name)
      const readme = plugin.package?.readme
      const [body] = await toBodies([plugin])
      if (!body) throw new Error('one plugin has one body')
      return ok({ ...body, ...(readme !== undefined && { readme }) })
    },
    uninstallPlugin: async ({ params: { name } }) => {
      await plugins.uninstall(name)
      return noContent
    },
    changePluginState: async ({ params: { name, action } }) => {
      await (action === 'start' ? plugins.start(name) : plugins.stop(name))
      return noContent
    },
    movePlugin: async ({ params: { name }, body: { position } }) => {
      await plugins.move(name, position)
      return noContent
    },
    getPluginSchema: ({ params: { name } }) => {
      const { schema, i18n = null } = plugins.get(name).package ?? {}
      return ok({ avsc: schema?.avsc ?? null, i18n })
    },
    getPluginConfig: ({ params: { name } }) => ok(plugins.config(name)),
    updatePluginConfig: async ({ params: { name }, body }) => {
      await plugins.configure(name, body)
      return noContent
    },
  }
}
