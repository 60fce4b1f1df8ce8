import { createPlugins, type Plugins } from '@mqdeck/extensions'
import type { BrokerContext } from '../broker-context.ts'
import { removeDrafts } from './install.ts'
import { openPluginFolder, type PluginFolder } from './plugin-folder.ts'

/** The plugins of the broker. */
export interface PluginService {
  readonly plugins: Plugins
  /** The folder with the installed packages. */
  readonly packages: PluginFolder
  /** Before clients can connect, so that no client passes a plugin that would deny it. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** @throws Error if the list of plugins is damaged */
export function createPluginService(context: BrokerContext): PluginService {
  const packages = openPluginFolder(context.folder)
  const plugins = createPlugins({
    ...context,
    folder: packages.path,
    stored: packages.read(),
    save: packages.save,
  })
  return {
    plugins,
    packages,
    start: async () => {
      await removeDrafts(packages)
      await plugins.startEnabled()
    },
    stop: plugins.stopAll,
  }
}
