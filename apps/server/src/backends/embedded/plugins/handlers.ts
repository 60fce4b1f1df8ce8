import { AppError, ok } from '@mqdeck/contract'
import type { HandlersOf } from '../management.ts'

/** No plugin can be installed yet. */
export function pluginHandlers(): HandlersOf<'plugins'> {
  const missing = (): never => {
    throw new AppError('NOT_FOUND', 'Plugin Not Found')
  }
  return {
    listPlugins: () => ok([]),
    installPlugin: async (_, call) => {
      const { filename, content } = await call.upload()
      content.destroy()
      throw new AppError('FORBIDDEN', `Package ${filename} is not allowed`)
    },
    getPlugin: missing,
    uninstallPlugin: missing,
    changePluginState: missing,
    movePlugin: missing,
    getPluginSchema: missing,
    getPluginConfig: missing,
    updatePluginConfig: missing,
  }
}
