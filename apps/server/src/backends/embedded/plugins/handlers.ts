import { noContent, ok, type Plugin } from '@mqdeck/contract'
import { type PluginView, parseNameVersion } from '@mqdeck/extensions'
import type { HandlersOf } from '../management.ts'
import type { Services } from '../services.ts'
import { installPackage } from './install.ts'

export function pluginHandlers({ broker, plugins: { plugins, folder } }: Services): HandlersOf<'plugins'> {
  const toBody = ({ name, md5, status, reason, package: files }: PluginView): Plugin => {
    const { name: app = name, version = '' } = parseNameVersion(name) ?? {}
    const { mqdeck_main: _, ...info } = files?.info ?? { name: app, rel_vsn: version, rel_apps: [], description: '' }
    return {
      ...info,
      md5sum: md5,
      running_status: [{ node: broker.node, status, ...(reason !== undefined && { status_reason: reason }) }],
    }
  }

  return {
    listPlugins: () => ok(plugins.list().map(toBody)),
    installPlugin: async (_, call) => {
      await installPackage(await call.upload(), folder, plugins)
      return noContent
    },
    getPlugin: ({ params: { name } }) => {
      const plugin = plugins.get(name)
      const readme = plugin.package?.readme
      return ok({ ...toBody(plugin), ...(readme !== undefined && { readme }) })
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
